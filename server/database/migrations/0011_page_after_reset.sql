-- A mailed link for a new password leads on to the page that was asked for before it.
ALTER TABLE "mails" ADD COLUMN "return_to" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_return_to_length" CHECK (char_length("mails"."return_to") between 1 and 300) NOT VALID;