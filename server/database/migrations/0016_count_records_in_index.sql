-- The numbers of records beside a page of accounts are counted without reading each commitment.
DROP INDEX "commitments_lender_newest";--> statement-breakpoint
CREATE INDEX "commitments_lender_newest" ON "commitments" USING btree ("lender_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","is_soft_commit");