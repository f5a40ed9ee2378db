-- The exposure in any order, the recipients of a message, people, sign-ins and a lender's page, each read from an
-- index; and when a backup was last made. What takes longest comes before what keeps others from reading.
CREATE INDEX "audit_readings_by" ON "audit" USING btree ("actor_id","object_id","at") WHERE kind in ('documentViewed', 'documentDownloaded');--> statement-breakpoint
CREATE INDEX "audit_sign_ins" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST) WHERE kind = 'signedIn';--> statement-breakpoint
CREATE INDEX "messages_asked" ON "messages" USING btree ("user_id","created_at" DESC NULLS FIRST,"id","is_answered") WHERE not from_admin;--> statement-breakpoint
CREATE TABLE "last_backup" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "last_backup_one_row" CHECK ("last_backup"."is_only")
);--> statement-breakpoint
ALTER TABLE "loan_availability" ADD COLUMN "binding_amount" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
UPDATE "loan_availability" SET "binding_amount" = l."committed_amount"
FROM "loans" l WHERE l."id" = "loan_availability"."loan_id";--> statement-breakpoint
DROP INDEX "loan_availability_uncommitted";--> statement-breakpoint
DROP INDEX "loan_availability_interest";--> statement-breakpoint
CREATE INDEX "loan_availability_binding" ON "loan_availability" USING btree ("is_offered","binding_amount","created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_soft" ON "loan_availability" USING btree ("is_offered","soft_amount","created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_published" ON "loan_availability" USING btree ("is_offered","published_at","created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_moved" ON "loan_availability" USING btree ("is_offered",coalesce("moved_at", '-infinity'::timestamp with time zone),"created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_uncommitted" ON "loan_availability" USING btree ("is_offered","uncommitted","created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_interest" ON "loan_availability" USING btree ("is_offered",("soft_percentage" - "available"),"created_at","loan_id");--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
CREATE INDEX "users_lenders_by_name" ON "users" USING btree (lower("first_name"),lower("last_name"),"id") WHERE is_approved and not is_admin and deactivated_at is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (search_parts("first_name" || chr(10) || "last_name" || chr(10) || "email" || chr(10) || coalesce("company_name", ''))) WITH (fastupdate=false);