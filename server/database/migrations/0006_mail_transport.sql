-- A mail that was kept as a file reached nobody, and must not be called sent.
ALTER TABLE "mails" ADD COLUMN "transport" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_transport_known" CHECK ("mails"."transport" in ('smtp', 'folder')) NOT VALID;
