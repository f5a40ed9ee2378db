-- What changed lately is written down with the change, for whoever shows it; a row is of use for a day.
CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"topic" text NOT NULL,
	"subject" uuid,
	"audience" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "changes_topic_known" CHECK ("changes"."topic" in ('loans', 'book', 'stats', 'favorites', 'documents', 'photos', 'messages', 'notifications', 'mails', 'users', 'sessions', 'audit'))
);
--> statement-breakpoint
CREATE INDEX "changes_oldest" ON "changes" USING btree ("created_at");