-- Documents that are saved together are told of in one notice, which is completed and mailed with the last one.
ALTER TABLE "documents" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "batch_id" uuid;