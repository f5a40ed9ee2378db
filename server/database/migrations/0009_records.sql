-- Seals say in which form their entry was hashed, and what was read is found a year later without reading all.
ALTER TABLE "audit_seals" ADD COLUMN "form" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_read" ON "notifications" USING btree ("created_at") WHERE is_read;
