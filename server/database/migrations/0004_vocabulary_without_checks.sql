-- The program knows which kinds, topics and types there are. Each act parsed these lists for its entries, topics and
-- notices, and each new word of them needed a migration. And each of its topics was put into an index for the daily purge.
ALTER TABLE "audit" DROP CONSTRAINT "audit_kind_known";--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_topic_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_known";--> statement-breakpoint
DROP INDEX "changes_oldest";
