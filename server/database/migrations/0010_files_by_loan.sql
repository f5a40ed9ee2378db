-- The administrators' lists of files begin with the newest upload of all loans, and so do not sort every file.
CREATE INDEX "documents_newest" ON "documents" USING btree ("uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "photos_newest" ON "photos" USING btree ("uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
