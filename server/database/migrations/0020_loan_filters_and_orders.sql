-- The list of loans is sorted by amount, rate, title and LTV, and searched by address: without these, each page would
-- read all loans. No commitment changes what they hold.
CREATE INDEX "loans_location" ON "loans" USING gin (search_parts("property_address")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "loans_amount" ON "loans" USING btree ("amount","created_at","id");--> statement-breakpoint
CREATE INDEX "loans_rate" ON "loans" USING btree ("interest_rate","created_at","id");--> statement-breakpoint
CREATE INDEX "loans_title" ON "loans" USING btree (lower("title") collate "C","created_at","id");--> statement-breakpoint
CREATE INDEX "loans_lowest_ltv" ON "loans" USING btree (coalesce("ltv", 1000),"created_at","id");--> statement-breakpoint
CREATE INDEX "loans_highest_ltv" ON "loans" USING btree (coalesce("ltv", -1),"created_at","id");
