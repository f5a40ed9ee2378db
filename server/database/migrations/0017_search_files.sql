-- Administrators search the files of all loans: a rare word must not read all of them.
CREATE INDEX "documents_search" ON "documents" USING gin (search_parts("filename")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "photos_search" ON "photos" USING gin (search_parts("filename" || chr(10) || "caption")) WITH (fastupdate=false);