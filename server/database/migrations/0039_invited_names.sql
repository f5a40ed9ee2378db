-- A file of lenders says whom an address belongs to: administrators see it, and the email greets with it.
ALTER TABLE "invitations" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_name_length" CHECK (length("invitations"."name") between 1 and 201) NOT VALID;