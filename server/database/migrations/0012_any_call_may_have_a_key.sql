-- A key names the call that it was used for and the id of what that made, so that any call may honor one.
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_commitment_id_commitments_id_fk";--> statement-breakpoint
DROP INDEX "idempotency_keys_commitment";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "commitment_id" TO "result_id";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "call" text;--> statement-breakpoint
UPDATE "idempotency_keys" SET "call" = CASE
  WHEN EXISTS (SELECT 1 FROM "commitments" WHERE "id" = "result_id" AND "recorded_by" IS NOT NULL)
  THEN 'recordCommitment' ELSE 'createCommitment' END;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "call" SET NOT NULL;
