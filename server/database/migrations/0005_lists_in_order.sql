-- Lists ask for the newest first, where PostgreSQL puts nulls first: an index in another order is not used.
DROP INDEX "commitments_lender_newest";--> statement-breakpoint
DROP INDEX "loans_newest";--> statement-breakpoint
DROP INDEX "loans_status_newest";--> statement-breakpoint
DROP INDEX "loans_type_newest";--> statement-breakpoint
DROP INDEX "mails_newest";--> statement-breakpoint
DROP INDEX "notifications_user_newest";--> statement-breakpoint
DROP INDEX "documents_loan";--> statement-breakpoint
CREATE INDEX "commitments_lender_newest" ON "commitments" USING btree ("lender_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_newest" ON "loans" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_status_newest" ON "loans" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_type_newest" ON "loans" USING btree ("property_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_user_newest" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "documents_loan" ON "documents" USING btree ("loan_id","uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);