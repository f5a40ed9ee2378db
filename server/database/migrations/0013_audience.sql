-- The originator chooses which firms see a loan. Every loan keeps its audience, everyone.
CREATE TABLE "access_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"firm_id" uuid NOT NULL,
	"user_id" uuid,
	"message" text,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"answered_by" uuid,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_requests_state_known" CHECK ("access_requests"."state" in ('open', 'granted', 'refused', 'withdrawn', 'over')),
	CONSTRAINT "access_requests_message_length" CHECK (length("access_requests"."message") between 1 and 1000),
	CONSTRAINT "access_requests_answer_length" CHECK (length("access_requests"."answer") between 1 and 1000),
	CONSTRAINT "access_requests_answered" CHECK (("access_requests"."state" = 'open') = ("access_requests"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "admissions" (
	"loan_id" uuid NOT NULL,
	"firm_id" uuid NOT NULL,
	"admitted_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admissions_firm_id_loan_id_pk" PRIMARY KEY("firm_id","loan_id")
);
--> statement-breakpoint
CREATE TABLE "firm_list_firms" (
	"list_id" uuid NOT NULL,
	"firm_id" uuid NOT NULL,
	CONSTRAINT "firm_list_firms_list_id_firm_id_pk" PRIMARY KEY("list_id","firm_id")
);
--> statement-breakpoint
CREATE TABLE "firm_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "firm_lists_name_length" CHECK (length("firm_lists"."name") between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "audience" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "teaser_address" text;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_admitted_by_users_id_fk" FOREIGN KEY ("admitted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firm_list_firms" ADD CONSTRAINT "firm_list_firms_list_id_firm_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."firm_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firm_list_firms" ADD CONSTRAINT "firm_list_firms_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_open" ON "access_requests" USING btree ("loan_id","firm_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "access_requests_loan" ON "access_requests" USING btree ("loan_id","firm_id","created_at");--> statement-breakpoint
CREATE INDEX "access_requests_firm" ON "access_requests" USING btree ("firm_id");--> statement-breakpoint
CREATE INDEX "admissions_loan" ON "admissions" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "firm_list_firms_firm" ON "firm_list_firms" USING btree ("firm_id");--> statement-breakpoint
CREATE UNIQUE INDEX "firm_lists_name_key" ON "firm_lists" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_audience_known" CHECK ("loans"."audience" in ('everyone', 'teaser', 'invited')) NOT VALID;--> statement-breakpoint
-- An act waits for the loan's lock, and must then see the newest admissions and positions, as in lines_now.
CREATE FUNCTION "is_admitted_now"("of_loan" uuid, "of_firm" uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM admissions WHERE loan_id = of_loan AND firm_id = of_firm)
    OR EXISTS (SELECT FROM commitments WHERE loan_id = of_loan AND firm_id = of_firm AND status = 'active');
END
$$;
