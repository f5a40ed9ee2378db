-- What is not committed of each loan is kept, so that the offered loans are listed by it, the largest gap first.
ALTER TABLE "loan_availability" ADD COLUMN "uncommitted" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
UPDATE "loan_availability" SET "uncommitted" = l."amount" - l."committed_amount"
FROM "loans" l WHERE l."id" = "loan_availability"."loan_id";--> statement-breakpoint
CREATE INDEX "loan_availability_uncommitted" ON "loan_availability" USING btree ("uncommitted","created_at","loan_id") WHERE is_offered;