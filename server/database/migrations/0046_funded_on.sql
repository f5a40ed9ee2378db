-- The day on which a loan was funded, from which its term runs. It was read from the audit trail, where funding a
-- reopened loan again moved it, and where a loan that was imported or created as funded had the day of that.
-- The audit trail is read before the loans are locked.
CREATE TEMPORARY TABLE "fundings" ON COMMIT DROP AS
SELECT DISTINCT ON (a."loan_id") a."loan_id" AS "id", (a."at" AT TIME ZONE 'UTC')::date AS "funded_on"
FROM "audit" a JOIN "loans" l ON l."id" = a."loan_id"
WHERE l."status" = 'funded' AND a."kind" IN ('loanCreated', 'loanChanged', 'termsChanged')
  AND a."after" ->> 'status' = 'funded'
ORDER BY a."loan_id", a."at" DESC, a."id" DESC;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "funded_on" date;--> statement-breakpoint
UPDATE "loans" SET "funded_on" = f."funded_on" FROM "fundings" f WHERE f."id" = "loans"."id";--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_funded_on_range" CHECK ("loans"."funded_on" >= '1900-01-01') NOT VALID;
