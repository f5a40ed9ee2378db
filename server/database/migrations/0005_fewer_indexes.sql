-- Every act on a book wrote these indexes, which only the deletion of a person, a loan or old notifications read.
DROP INDEX "commitments_recorded_by";--> statement-breakpoint
DROP INDEX "commitments_released_by";--> statement-breakpoint
DROP INDEX "commitments_acted_by";--> statement-breakpoint
DROP INDEX "notifications_read";--> statement-breakpoint
DROP INDEX "notifications_loan";--> statement-breakpoint
DROP INDEX "notifications_related_user";--> statement-breakpoint
CREATE INDEX "notifications_batch" ON "notifications" USING btree ("batch_id") WHERE batch_id is not null;
