-- Who withdrew a soft commitment by deactivating its lender's account, as the audit trail has it: the book said that
-- the lender did, or on whose word an administrator had acted before.
-- The audit trail is read before the commitments are locked.
CREATE TEMPORARY TABLE "withdrawn_by_others" ON COMMIT DROP AS
SELECT a."object_id" AS "id", a."actor_id" FROM "audit" a JOIN "users" u ON u."id" = a."actor_id"
WHERE a."kind" = 'commitmentWithdrawn' AND a."actor_id" <> a."person_id" AND a."after" ->> 'onWhoseWord' IS NULL;--> statement-breakpoint
ALTER TABLE "commitments" DROP CONSTRAINT "commitments_instruction_known";--> statement-breakpoint
UPDATE "commitments" SET "acted_by" = w."actor_id", "instructed_by" = NULL, "instructed_on" = NULL
FROM "withdrawn_by_others" w WHERE w."id" = "commitments"."id" AND "commitments"."status" = 'withdrawn';--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_instruction_known" CHECK (("commitments"."instructed_by" is null) = ("commitments"."instructed_on" is null) and case when "commitments"."acted_by" is null then "commitments"."instructed_by" is null else "commitments"."instructed_by" is not null or "commitments"."status" = 'withdrawn' end) NOT VALID;
