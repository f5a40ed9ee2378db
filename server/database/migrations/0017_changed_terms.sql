-- Changed terms: proposals to lenders who are bound, their answers, and a mark on the loan that refuses new bindings.
CREATE TABLE "terms_answers" (
	"proposal_id" uuid NOT NULL,
	"firm_id" uuid NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"percentage" numeric(5,2) NOT NULL,
	"amount" numeric(15,2) NOT NULL,
	"new_amount" numeric(15,2) NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp with time zone,
	"how" text,
	"reason" text,
	"receipt_id" uuid,
	CONSTRAINT "terms_answers_proposal_id_firm_id_pk" PRIMARY KEY("proposal_id","firm_id"),
	CONSTRAINT "terms_answers_state_known" CHECK ("terms_answers"."state" in ('asked', 'confirmed', 'declined')),
	CONSTRAINT "terms_answers_answer_known" CHECK (("terms_answers"."state" = 'asked') = ("terms_answers"."answered_at" is null)),
	CONSTRAINT "terms_answers_share_range" CHECK ("terms_answers"."percentage" > 0 and "terms_answers"."percentage" <= 100 and "terms_answers"."amount" >= 0 and "terms_answers"."new_amount" >= 0),
	CONSTRAINT "terms_answers_how_length" CHECK (length("terms_answers"."how") between 1 and 200),
	CONSTRAINT "terms_answers_reason_length" CHECK (length("terms_answers"."reason") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "terms_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"old_amount" numeric(15,2) NOT NULL,
	"old_rate" numeric(5,2) NOT NULL,
	"old_note_rate" numeric(8,5),
	"old_term" integer NOT NULL,
	"new_amount" numeric(15,2) NOT NULL,
	"new_rate" numeric(5,2) NOT NULL,
	"new_note_rate" numeric(8,5),
	"new_term" integer NOT NULL,
	"reason" text NOT NULL,
	"respond_by" timestamp with time zone NOT NULL,
	"proposed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reminded_at" timestamp with time zone,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	CONSTRAINT "terms_proposals_state_known" CHECK ("terms_proposals"."state" in ('open', 'applied', 'canceled')),
	CONSTRAINT "terms_proposals_end_known" CHECK (("terms_proposals"."state" = 'open') = ("terms_proposals"."ended_at" is null)),
	CONSTRAINT "terms_proposals_reason_length" CHECK (length("terms_proposals"."reason") between 1 and 5000),
	CONSTRAINT "terms_proposals_terms_range" CHECK ("terms_proposals"."new_amount" > 0 and "terms_proposals"."new_amount" <> 'NaN' and "terms_proposals"."new_rate" > 0 and "terms_proposals"."new_rate" <> 'NaN' and "terms_proposals"."new_term" between 1 and 1200),
	CONSTRAINT "terms_proposals_terms_differ" CHECK (("terms_proposals"."old_amount", "terms_proposals"."old_rate", coalesce("terms_proposals"."old_note_rate", "terms_proposals"."old_rate"), "terms_proposals"."old_term") <> ("terms_proposals"."new_amount", "terms_proposals"."new_rate", coalesce("terms_proposals"."new_note_rate", "terms_proposals"."new_rate"), "terms_proposals"."new_term"))
);
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "is_terms_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "terms_answers" ADD CONSTRAINT "terms_answers_proposal_id_terms_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."terms_proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_answers" ADD CONSTRAINT "terms_answers_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_answers" ADD CONSTRAINT "terms_answers_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_proposals" ADD CONSTRAINT "terms_proposals_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_proposals" ADD CONSTRAINT "terms_proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_proposals" ADD CONSTRAINT "terms_proposals_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "terms_answers_firm" ON "terms_answers" USING btree ("firm_id");--> statement-breakpoint
CREATE UNIQUE INDEX "terms_proposals_open" ON "terms_proposals" USING btree ("loan_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "terms_proposals_loan" ON "terms_proposals" USING btree ("loan_id","created_at");