-- A soft commitment keeps who last acted on it for its lender, and on whose word; an administrator's account can't be
-- deleted while one names it, which the index makes quick to see.
ALTER TABLE "commitments" ADD COLUMN "acted_by" uuid;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "instructed_by" text;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "instructed_on" date;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_acted_by_users_id_fk" FOREIGN KEY ("acted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "commitments_acted_by" ON "commitments" USING btree ("acted_by");--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_instruction_known" CHECK (("commitments"."acted_by" is null) = ("commitments"."instructed_by" is null) and ("commitments"."acted_by" is null) = ("commitments"."instructed_on" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_instruction_length" CHECK (length("commitments"."instructed_by") between 1 and 200) NOT VALID;