-- Rounds: allocations with an offer for each lender, which the lender accepts or declines; and reminders of deadlines.
CREATE TABLE "allocation_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"allocation_id" uuid NOT NULL,
	"firm_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"bound" numeric(5,2) NOT NULL,
	"asks" numeric(9,2) NOT NULL,
	"since" timestamp with time zone,
	"tier" integer,
	"pinned" numeric(5,2),
	"fixed" numeric(5,2),
	"reason" text,
	"share" numeric(5,2) NOT NULL,
	"amount" numeric(15,2) NOT NULL,
	"added" numeric(5,2) NOT NULL,
	"added_amount" numeric(15,2) NOT NULL,
	"how" text NOT NULL,
	"state" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	"answered_how" text,
	"decline_reason" text,
	"receipt_id" uuid,
	CONSTRAINT "allocation_lines_state_known" CHECK ("allocation_lines"."state" in ('nothing', 'offered', 'accepted', 'declined', 'recalled', 'lapsed')),
	CONSTRAINT "allocation_lines_how_known" CHECK ("allocation_lines"."how" in ('full', 'proRata', 'minimum', 'pinned', 'byHand', 'maximum', 'none', 'bound')),
	CONSTRAINT "allocation_lines_share_range" CHECK ("allocation_lines"."share" between "allocation_lines"."bound" and "allocation_lines"."asks" and "allocation_lines"."added" = "allocation_lines"."share" - "allocation_lines"."bound"),
	CONSTRAINT "allocation_lines_one_choice" CHECK ("allocation_lines"."pinned" is null or "allocation_lines"."fixed" is null),
	CONSTRAINT "allocation_lines_answer_known" CHECK (("allocation_lines"."state" in ('accepted', 'declined')) = ("allocation_lines"."answered_at" is not null)),
	CONSTRAINT "allocation_lines_reason_length" CHECK (length("allocation_lines"."reason") between 1 and 1000),
	CONSTRAINT "allocation_lines_how_length" CHECK (length("allocation_lines"."answered_how") between 1 and 300),
	CONSTRAINT "allocation_lines_decline_length" CHECK (length("allocation_lines"."decline_reason") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"number" integer,
	"state" text NOT NULL,
	"hold" numeric(5,2) NOT NULL,
	"order_kind" text NOT NULL,
	"order_up_to" numeric(5,2),
	"order_before" timestamp with time zone,
	"share_step" numeric(5,2) NOT NULL,
	"min_share" numeric(5,2),
	"max_share" numeric(5,2),
	"loan_amount" numeric(15,2) NOT NULL,
	"interest_rate" numeric(5,2) NOT NULL,
	"note_rate" numeric(8,5),
	"term" integer NOT NULL,
	"book_version" text NOT NULL,
	"hold_share" numeric(5,2) NOT NULL,
	"hold_amount" numeric(15,2) NOT NULL,
	"note" text,
	"saved_by" uuid,
	"saved_at" timestamp with time zone NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"published_by" uuid,
	"published_at" timestamp with time zone,
	"respond_by" timestamp with time zone,
	"respond_by_set_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	CONSTRAINT "allocations_state_known" CHECK ("allocations"."state" in ('draft', 'approved', 'published', 'ended')),
	CONSTRAINT "allocations_order_known" CHECK ("allocations"."order_kind" in ('proRata', 'byTime', 'smallFirst', 'earlyFirst', 'byHand')),
	CONSTRAINT "allocations_order_complete" CHECK (("allocations"."order_kind" = 'smallFirst') = ("allocations"."order_up_to" is not null) and ("allocations"."order_kind" = 'earlyFirst') = ("allocations"."order_before" is not null)),
	CONSTRAINT "allocations_hold_range" CHECK ("allocations"."hold" between 0 and 100 and "allocations"."hold_share" between "allocations"."hold" and 100),
	CONSTRAINT "allocations_published_known" CHECK (("allocations"."state" in ('published', 'ended')) = ("allocations"."number" is not null) and ("allocations"."number" is null) = ("allocations"."published_at" is null) and ("allocations"."number" is null) = ("allocations"."respond_by" is null)),
	CONSTRAINT "allocations_end_known" CHECK (("allocations"."state" = 'ended') = ("allocations"."ended_at" is not null)),
	CONSTRAINT "allocations_note_length" CHECK (length("allocations"."note") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "deadline_reminders" (
	"loan_id" uuid NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"remind_at" timestamp with time zone,
	"passed_at" timestamp with time zone,
	CONSTRAINT "deadline_reminders_loan" PRIMARY KEY("loan_id")
);
--> statement-breakpoint
ALTER TABLE "allocation_lines" ADD CONSTRAINT "allocation_lines_allocation_id_allocations_id_fk" FOREIGN KEY ("allocation_id") REFERENCES "public"."allocations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation_lines" ADD CONSTRAINT "allocation_lines_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocation_lines" ADD CONSTRAINT "allocation_lines_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deadline_reminders" ADD CONSTRAINT "deadline_reminders_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "allocation_lines_firm" ON "allocation_lines" USING btree ("allocation_id","firm_id");--> statement-breakpoint
CREATE INDEX "allocation_lines_of_firm" ON "allocation_lines" USING btree ("firm_id");--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_one_draft" ON "allocations" USING btree ("loan_id") WHERE state in ('draft', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_one_running" ON "allocations" USING btree ("loan_id") WHERE state = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_number" ON "allocations" USING btree ("loan_id","number");--> statement-breakpoint
-- An act waits for the loan's lock, and must then see the newest answers, as in lines_now.
CREATE FUNCTION "open_offers_now"("of_loan" uuid) RETURNS json LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT json_agg(json_build_object('id', l.id, 'firmId', l.firm_id, 'added', l.added::text, 'addedAmount', l.added_amount::text) ORDER BY l.place)
    FROM allocations a JOIN allocation_lines l ON l.allocation_id = a.id
    WHERE a.loan_id = of_loan AND a.state = 'published' AND l.state = 'offered');
END
$$;
