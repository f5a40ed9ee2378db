-- Registers of closed books, with their funding: instructions, call-backs of lenders, and money that has come.
CREATE TABLE "call_backs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instructions_id" uuid NOT NULL,
	"firm_id" uuid NOT NULL,
	"spoke_with" text NOT NULL,
	"phone" text NOT NULL,
	"called_at" timestamp with time zone NOT NULL,
	"made_by" uuid,
	"made_by_name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "funding_instructions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"beneficiary" text NOT NULL,
	"bank" text NOT NULL,
	"routing_number" text NOT NULL,
	"account_number" text NOT NULL,
	"account_last_four" text NOT NULL,
	"reference" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"spoke_with" text,
	"phone" text,
	"called_at" timestamp with time zone,
	"result" text,
	"verified_by" uuid,
	"verified_by_name" text,
	"verified_at" timestamp with time zone,
	"sent_by_name" text,
	"sent_at" timestamp with time zone,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "funding_instructions_loan_version" UNIQUE("loan_id","version"),
	CONSTRAINT "funding_instructions_state_known" CHECK ("funding_instructions"."state" in ('draft', 'verified', 'sent', 'replaced')),
	CONSTRAINT "funding_instructions_routing_known" CHECK ("funding_instructions"."routing_number" ~ '^[0-9]{9}$' and length("funding_instructions"."account_last_four") = 4),
	CONSTRAINT "funding_instructions_verified_known" CHECK (("funding_instructions"."state" = 'draft') = ("funding_instructions"."verified_at" is null)),
	CONSTRAINT "funding_instructions_sent_known" CHECK (("funding_instructions"."state" in ('sent', 'replaced')) = ("funding_instructions"."sent_at" is not null)),
	CONSTRAINT "funding_instructions_replaced_known" CHECK (("funding_instructions"."state" = 'replaced') = ("funding_instructions"."replaced_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "funds_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"firm_id" uuid NOT NULL,
	"amount" numeric(15,2) NOT NULL,
	"received_on" date NOT NULL,
	"reference" text NOT NULL,
	"note" text,
	"recorded_by" uuid,
	"recorded_by_name" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"reversed_by_name" text,
	"reversed_at" timestamp with time zone,
	"reversal_reason" text,
	CONSTRAINT "funds_receipts_amount_range" CHECK ("funds_receipts"."amount" > 0 and "funds_receipts"."amount" <> 'NaN'),
	CONSTRAINT "funds_receipts_note_length" CHECK (length("funds_receipts"."note") between 1 and 1000),
	CONSTRAINT "funds_receipts_reversal_known" CHECK (("funds_receipts"."reversed_at" is null) = ("funds_receipts"."reversal_reason" is null) and ("funds_receipts"."reversed_at" is null) = ("funds_receipts"."reversed_by_name" is null)),
	CONSTRAINT "funds_receipts_reversal_length" CHECK (length("funds_receipts"."reversal_reason") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "register_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"register_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"firm_id" uuid NOT NULL,
	"lender_name" text NOT NULL,
	"company_name" text,
	"is_hold" boolean NOT NULL,
	"percentage" numeric(5,2) NOT NULL,
	"amount" numeric(15,2) NOT NULL,
	CONSTRAINT "register_entries_line" UNIQUE("register_id","line"),
	CONSTRAINT "register_entries_share_range" CHECK ("register_entries"."percentage" > 0 and "register_entries"."percentage" <= 100),
	CONSTRAINT "register_entries_amount_range" CHECK ("register_entries"."amount" >= 0 and "register_entries"."amount" <> 'NaN')
);
--> statement-breakpoint
CREATE TABLE "registers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"effective_date" date NOT NULL,
	"originator" text NOT NULL,
	"loan_title" text NOT NULL,
	"borrower_name" text NOT NULL,
	"property_address" text,
	"loan_amount" numeric(15,2) NOT NULL,
	"interest_rate" numeric(5,2) NOT NULL,
	"note_rate" numeric(8,5),
	"term" integer NOT NULL,
	"was_funded" boolean NOT NULL,
	"reason" text,
	"made_by" uuid,
	"made_by_name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"ended_by_name" text,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"fingerprint" text NOT NULL,
	CONSTRAINT "registers_loan_version" UNIQUE("loan_id","version"),
	CONSTRAINT "registers_state_known" CHECK ("registers"."state" in ('current', 'superseded', 'void')),
	CONSTRAINT "registers_end_known" CHECK (("registers"."state" = 'current') = ("registers"."ended_at" is null)),
	CONSTRAINT "registers_version_range" CHECK ("registers"."version" >= 1),
	CONSTRAINT "registers_reason_length" CHECK (length("registers"."reason") between 1 and 1000),
	CONSTRAINT "registers_end_reason_length" CHECK (length("registers"."end_reason") between 1 and 1000),
	CONSTRAINT "registers_fingerprint_known" CHECK ("registers"."fingerprint" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "call_backs" ADD CONSTRAINT "call_backs_instructions_id_funding_instructions_id_fk" FOREIGN KEY ("instructions_id") REFERENCES "public"."funding_instructions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_backs" ADD CONSTRAINT "call_backs_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_backs" ADD CONSTRAINT "call_backs_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_instructions" ADD CONSTRAINT "funding_instructions_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_instructions" ADD CONSTRAINT "funding_instructions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_instructions" ADD CONSTRAINT "funding_instructions_verified_by_users_id_fk" FOREIGN KEY ("verified_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funds_receipts" ADD CONSTRAINT "funds_receipts_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funds_receipts" ADD CONSTRAINT "funds_receipts_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funds_receipts" ADD CONSTRAINT "funds_receipts_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_register_id_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."registers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_firm_id_firms_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registers" ADD CONSTRAINT "registers_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registers" ADD CONSTRAINT "registers_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_backs_instructions" ON "call_backs" USING btree ("instructions_id","firm_id");--> statement-breakpoint
CREATE UNIQUE INDEX "funding_instructions_one_in_force" ON "funding_instructions" USING btree ("loan_id") WHERE state = 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "funding_instructions_one_awaits" ON "funding_instructions" USING btree ("loan_id") WHERE state in ('draft', 'verified');--> statement-breakpoint
CREATE INDEX "funds_receipts_loan" ON "funds_receipts" USING btree ("loan_id","recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "funds_receipts_once" ON "funds_receipts" USING btree ("loan_id","firm_id","received_on","amount","reference") WHERE reversed_at is null;--> statement-breakpoint
CREATE INDEX "register_entries_firm" ON "register_entries" USING btree ("firm_id");--> statement-breakpoint
CREATE UNIQUE INDEX "registers_one_current" ON "registers" USING btree ("loan_id") WHERE state = 'current';