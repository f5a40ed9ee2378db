-- Every row has its firm now, so the columns are required and indexed.
CREATE INDEX "users_firm" ON "users" USING btree ("firm_id","created_at","id");--> statement-breakpoint
CREATE INDEX "commitments_firm_newest" ON "commitments" USING btree ("firm_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","is_soft_commit");--> statement-breakpoint
CREATE UNIQUE INDEX "passes_firm_loan" ON "passes" USING btree ("firm_id","loan_id");--> statement-breakpoint
CREATE INDEX "messages_firm" ON "messages" USING btree ("firm_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "firm_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "commitments" ALTER COLUMN "firm_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "passes" ALTER COLUMN "firm_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "firm_id" SET NOT NULL;
