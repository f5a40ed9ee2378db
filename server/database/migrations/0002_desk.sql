-- The administrator's desk: uploads and files to be removed, commitments on behalf and releases with their
-- reasons, mails made of notifications, and the type of each photo, which its name told until now.
CREATE TABLE "discarded_files" (
	"path" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"path" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"content_type" text,
	"size_bytes" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "uploads_size_range" CHECK ("uploads"."size_bytes" between 1 and 52428800)
);
--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "recorded_by" uuid;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "released_by" uuid;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "release_reason" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail_handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "content_type" text;--> statement-breakpoint
UPDATE "photos" SET "content_type" = CASE lower(substring("file_url" from '\.([A-Za-z]+)$'))
	WHEN 'png' THEN 'image/png'
	WHEN 'jpg' THEN 'image/jpeg'
	WHEN 'jpeg' THEN 'image/jpeg'
	WHEN 'gif' THEN 'image/gif'
	WHEN 'webp' THEN 'image/webp'
	WHEN 'avif' THEN 'image/avif'
	WHEN 'tif' THEN 'image/tiff'
	WHEN 'tiff' THEN 'image/tiff'
	WHEN 'bmp' THEN 'image/bmp'
	ELSE 'application/octet-stream' END;--> statement-breakpoint
ALTER TABLE "photos" ALTER COLUMN "content_type" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notify_by_email" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commitments_recorded_by" ON "commitments" USING btree ("recorded_by");--> statement-breakpoint
CREATE INDEX "commitments_released_by" ON "commitments" USING btree ("released_by");--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_of_a_kind" ON "mails" USING btree ("user_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "notifications_unmailed" ON "notifications" USING btree ("user_id","type","created_at") WHERE mail_handled_at is null;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not is_read;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_release_known" CHECK (("commitments"."status" = 'released') or ("commitments"."released_by" is null and "commitments"."release_reason" is null));--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_reason_length" CHECK (length("commitments"."release_reason") between 1 and 1000);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_known" CHECK ("notifications"."type" in ('registration', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'question', 'loanFullyCommitted', 'approved', 'newLoan', 'documentAdded', 'reply', 'announcement', 'termsChanged', 'commitmentRecorded', 'commitmentReleased', 'loanRemoved'));