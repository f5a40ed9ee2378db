-- An act on a book locks and reads in one statement: this function reads what was committed while it waited. And a
-- key stores its call's result, so that any call can be repeated. Stop all machines before: older ones need result_id.
CREATE FUNCTION "lines_now"("of_loan" uuid, "of_line" uuid) RETURNS SETOF "commitments" LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  -- A query in a volatile function takes a snapshot of its own, after the locks of the statement that calls it.
  RETURN QUERY SELECT * FROM commitments WHERE loan_id = of_loan AND (status = 'active' OR id = of_line);
END
$$;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "result" json;--> statement-breakpoint
UPDATE "idempotency_keys" SET "result" = json_build_object('lineId', "result_id", 'receiptId', "result_id", 'isRecorded', true);--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "result" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "request_hash" DROP NOT NULL;--> statement-breakpoint
UPDATE "idempotency_keys" SET "request_hash" = NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "result_id";
