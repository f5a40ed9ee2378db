-- A change on top of an older version of a loan is refused, so that nobody undoes unseen what another has saved.
ALTER TABLE "loans" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_version_range" CHECK ("loans"."version" >= 1) NOT VALID;
