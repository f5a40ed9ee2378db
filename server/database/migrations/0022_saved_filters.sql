-- People save filters of the list of loans under a name, and are told of new loans that match.
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_notifying" boolean DEFAULT false NOT NULL,
	"search" text,
	"status" text,
	"property_type" text,
	"location" text,
	"ltv_max" numeric(5,2),
	"rate_min" numeric(5,2),
	"amount_min" numeric(15,2),
	"amount_max" numeric(15,2),
	"favorites" boolean DEFAULT false NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_filters_name_length" CHECK (length("saved_filters"."name") between 1 and 60),
	CONSTRAINT "saved_filters_status_known" CHECK ("saved_filters"."status" in ('open', 'funded'))
);
--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_topic_known";--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name_key" ON "saved_filters" USING btree ("user_id",lower("name"));--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_topic_known" CHECK ("changes"."topic" in ('loans', 'book', 'stats', 'favorites', 'savedFilters', 'documents', 'photos', 'messages', 'notifications', 'mails', 'users', 'sessions', 'audit')) NOT VALID;