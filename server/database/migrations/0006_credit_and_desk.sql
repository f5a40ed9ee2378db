-- Credit figures and dates of loans, private marks, passes, limits of the exposure, and private calendars.
CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "passes" (
	"lender_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"comment" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passes_lender_id_loan_id_pk" PRIMARY KEY("lender_id","loan_id"),
	CONSTRAINT "passes_reason_known" CHECK ("passes"."reason" in ('rate', 'leverage', 'market', 'size', 'timing', 'other')),
	CONSTRAINT "passes_comment_length" CHECK (length("passes"."comment") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "loan_marks" (
	"user_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"stage" text,
	"note" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "loan_marks_user_id_loan_id_pk" PRIMARY KEY("user_id","loan_id"),
	CONSTRAINT "loan_marks_stage_known" CHECK ("loan_marks"."stage" in ('reviewing', 'passed')),
	CONSTRAINT "loan_marks_note_length" CHECK (length("loan_marks"."note") between 1 and 5000),
	CONSTRAINT "loan_marks_not_empty" CHECK (num_nonnulls("loan_marks"."stage", "loan_marks"."note") > 0)
);
--> statement-breakpoint
CREATE TABLE "exposure_limits" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"lender" numeric(5,2),
	"state" numeric(5,2),
	"property_type" numeric(5,2),
	CONSTRAINT "exposure_limits_one_row" CHECK ("exposure_limits"."is_only"),
	CONSTRAINT "exposure_limits_lender_range" CHECK ("exposure_limits"."lender" > 0 and "exposure_limits"."lender" <= 100),
	CONSTRAINT "exposure_limits_state_range" CHECK ("exposure_limits"."state" > 0 and "exposure_limits"."state" <= 100),
	CONSTRAINT "exposure_limits_property_type_range" CHECK ("exposure_limits"."property_type" > 0 and "exposure_limits"."property_type" <= 100)
);
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "noi_in_place" numeric(15,2);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "noi_stabilized" numeric(15,2);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "total_cost" numeric(15,2);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "size" numeric(15,2);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "size_unit" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "sponsor" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "rate_type" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "note_rate" numeric(8,5);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "rate_index" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "rate_spread" numeric(8,5);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "rate_floor" numeric(8,5);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "interest_only_months" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "amortization_months" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "lien" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "recourse" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "extension_options" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "exit" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "commitment_deadline" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "closing_date" date;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD COLUMN "debt_yield_min" numeric(5,2);--> statement-breakpoint
ALTER TABLE "saved_filters" ADD COLUMN "dscr_min" numeric(5,2);--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_lender_id_users_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_marks" ADD CONSTRAINT "loan_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_marks" ADD CONSTRAINT "loan_marks_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passes_loan" ON "passes" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "loan_marks_loan" ON "loan_marks" USING btree ("loan_id");--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_noi_in_place_range" CHECK ("loans"."noi_in_place" >= 0 and "loans"."noi_in_place" <> 'NaN') NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_noi_stabilized_range" CHECK ("loans"."noi_stabilized" >= 0 and "loans"."noi_stabilized" <> 'NaN') NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_total_cost_range" CHECK ("loans"."total_cost" > 0 and "loans"."total_cost" <> 'NaN') NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_size_range" CHECK ("loans"."size" > 0 and "loans"."size" <> 'NaN') NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_note_rate_range" CHECK ("loans"."note_rate" > 0 and "loans"."note_rate" <> 'NaN') NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_rate_spread_range" CHECK ("loans"."rate_spread" >= 0 and "loans"."rate_spread" <> 'NaN') NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_rate_floor_range" CHECK ("loans"."rate_floor" >= 0 and "loans"."rate_floor" <> 'NaN') NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_interest_only_months_range" CHECK ("loans"."interest_only_months" between 0 and 1200) NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_amortization_months_range" CHECK ("loans"."amortization_months" between 1 and 1200) NOT VALID;