-- People can be invited to a firm and move between firms, so a pass is the firm's. The index by lender serves the release before.
CREATE UNIQUE INDEX "passes_lender_loan" ON "passes" USING btree ("lender_id","loan_id");--> statement-breakpoint
ALTER TABLE "passes" DROP CONSTRAINT "passes_lender_id_loan_id_pk";--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_firm_loan" PRIMARY KEY USING INDEX "passes_firm_loan";--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "firm_id" uuid;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "firm_role" text;--> statement-breakpoint
DROP INDEX "invitations_open";--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree (lower("email"),coalesce("firm_id", '00000000-0000-0000-0000-000000000000')) WHERE withdrawn_at is null and accepted_at is null;--> statement-breakpoint
CREATE INDEX "invitations_firm" ON "invitations" USING btree ("firm_id");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_firm_role_known" CHECK ("invitations"."firm_role" in ('viewer', 'committer', 'manager')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE set null ON UPDATE no action NOT VALID;
