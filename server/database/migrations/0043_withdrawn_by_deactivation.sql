-- Who withdrew a soft commitment by deactivating its lender's account, as the audit trail has it: the book said that
-- the lender did, or on whose word an administrator had acted before.
ALTER TABLE "commitments" DROP CONSTRAINT "commitments_instruction_known";--> statement-breakpoint
UPDATE "commitments" SET "acted_by" = a."actor_id", "instructed_by" = NULL, "instructed_on" = NULL
FROM "audit" a JOIN "users" u ON u."id" = a."actor_id"
WHERE a."kind" = 'commitmentWithdrawn' AND a."actor_id" <> a."person_id" AND a."after" ->> 'onWhoseWord' IS NULL
  AND a."object_id" = "commitments"."id" AND "commitments"."status" = 'withdrawn';--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_instruction_known" CHECK (("commitments"."instructed_by" is null) = ("commitments"."instructed_on" is null) and case when "commitments"."acted_by" is null then "commitments"."instructed_by" is null else "commitments"."instructed_by" is not null or "commitments"."status" = 'withdrawn' end) NOT VALID;
