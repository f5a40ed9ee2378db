-- A reader of changes goes on from a transaction's number, below which all have ended, instead of counting missing ids.
-- Rows from before get the number of this migration's transaction.
ALTER TABLE "changes" ADD COLUMN "xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "changes_xid" ON "changes" USING btree ("xid");