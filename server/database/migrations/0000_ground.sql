-- The tables of the first version, with every range and closed vocabulary as a constraint.
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commitments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"lender_id" uuid NOT NULL,
	"percentage" numeric(5,2) NOT NULL,
	"amount" numeric(15,2) NOT NULL,
	"is_soft_commit" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"loan_amount" numeric(15,2) NOT NULL,
	"interest_rate" numeric(5,2) NOT NULL,
	"term" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "commitments_share_range" CHECK ("commitments"."percentage" > 0 and "commitments"."percentage" <= 100),
	CONSTRAINT "commitments_amount_range" CHECK ("commitments"."amount" >= 0 and "commitments"."amount" <> 'NaN'),
	CONSTRAINT "commitments_loan_amount_range" CHECK ("commitments"."loan_amount" > 0 and "commitments"."loan_amount" <> 'NaN'),
	CONSTRAINT "commitments_rate_range" CHECK ("commitments"."interest_rate" > 0 and "commitments"."interest_rate" <> 'NaN'),
	CONSTRAINT "commitments_term_range" CHECK ("commitments"."term" between 1 and 1200),
	CONSTRAINT "commitments_status_known" CHECK ("commitments"."status" in ('active', 'withdrawn', 'released')),
	CONSTRAINT "commitments_end_known" CHECK (("commitments"."status" = 'active') = ("commitments"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"file_type" text NOT NULL,
	"file_url" text NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_file_url_key" UNIQUE("file_url"),
	CONSTRAINT "documents_filename_length" CHECK (length("documents"."filename") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_user_loan_key" UNIQUE("user_id","loan_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"commitment_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_key_length" CHECK (length("idempotency_keys"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"borrower_name" text NOT NULL,
	"property_address" text,
	"amount" numeric(15,2) NOT NULL,
	"interest_rate" numeric(5,2) NOT NULL,
	"term" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"property_type" text,
	"purpose" text,
	"summary" text,
	"image_url" text,
	"ltv" numeric(5,2),
	"origination_fee" numeric(5,2),
	"interest_reserve" numeric(15,2),
	"property_occupancy" text,
	"as_is_value" numeric(15,2),
	"as_complete_value" numeric(15,2),
	"committed_percentage" numeric(5,2) DEFAULT '0' NOT NULL,
	"soft_percentage" numeric(9,2) DEFAULT '0' NOT NULL,
	"committed_amount" numeric(15,2) DEFAULT '0' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "loans_amount_range" CHECK ("loans"."amount" > 0 and "loans"."amount" <> 'NaN'),
	CONSTRAINT "loans_rate_range" CHECK ("loans"."interest_rate" > 0 and "loans"."interest_rate" <> 'NaN'),
	CONSTRAINT "loans_term_range" CHECK ("loans"."term" between 1 and 1200),
	CONSTRAINT "loans_status_known" CHECK ("loans"."status" in ('Processing', 'Underwriting', 'open', 'Closing', 'funded')),
	CONSTRAINT "loans_title_length" CHECK (length("loans"."title") between 1 and 200),
	CONSTRAINT "loans_borrower_length" CHECK (length("loans"."borrower_name") between 1 and 100),
	CONSTRAINT "loans_ltv_range" CHECK ("loans"."ltv" >= 0 and "loans"."ltv" <> 'NaN'),
	CONSTRAINT "loans_fee_range" CHECK ("loans"."origination_fee" >= 0 and "loans"."origination_fee" <> 'NaN'),
	CONSTRAINT "loans_reserve_range" CHECK ("loans"."interest_reserve" >= 0 and "loans"."interest_reserve" <> 'NaN'),
	CONSTRAINT "loans_as_is_range" CHECK ("loans"."as_is_value" > 0 and "loans"."as_is_value" <> 'NaN'),
	CONSTRAINT "loans_as_complete_range" CHECK ("loans"."as_complete_value" > 0 and "loans"."as_complete_value" <> 'NaN'),
	CONSTRAINT "loans_never_beyond_whole" CHECK ("loans"."committed_percentage" between 0 and 100),
	CONSTRAINT "loans_soft_not_negative" CHECK ("loans"."soft_percentage" >= 0 and "loans"."soft_percentage" <> 'NaN'),
	CONSTRAINT "loans_committed_amount_not_negative" CHECK ("loans"."committed_amount" >= 0 and "loans"."committed_amount" <> 'NaN')
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	CONSTRAINT "mails_attempts_range" CHECK ("mails"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid,
	"message" text NOT NULL,
	"from_admin" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_length" CHECK (length("messages"."message") between 1 and 5000),
	CONSTRAINT "messages_only_admins_address" CHECK ("messages"."from_admin" or "messages"."recipient_id" is null)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"related_loan_id" uuid,
	"related_user_id" uuid,
	"message" text NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"file_url" text NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"is_cover" boolean DEFAULT false NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photos_file_url_key" UNIQUE("file_url"),
	CONSTRAINT "photos_filename_length" CHECK (length("photos"."filename") between 1 and 200),
	CONSTRAINT "photos_caption_length" CHECK (length("photos"."caption") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"profile_image_url" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"deactivated_at" timestamp with time zone,
	"terms_version" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_length" CHECK (length("users"."email") between 3 and 254),
	CONSTRAINT "users_first_name_length" CHECK (length("users"."first_name") between 1 and 100),
	CONSTRAINT "users_last_name_length" CHECK (length("users"."last_name") <= 100)
);
--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_lender_id_users_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_commitment_id_commitments_id_fk" FOREIGN KEY ("commitment_id") REFERENCES "public"."commitments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_related_loan_id_loans_id_fk" FOREIGN KEY ("related_loan_id") REFERENCES "public"."loans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_related_user_id_users_id_fk" FOREIGN KEY ("related_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_account" ON "attempts" USING btree ("kind","account","created_at");--> statement-breakpoint
CREATE INDEX "attempts_address" ON "attempts" USING btree ("kind","address","created_at");--> statement-breakpoint
CREATE INDEX "attempts_created" ON "attempts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "commitments_lender_newest" ON "commitments" USING btree ("lender_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "commitments_loan" ON "commitments" USING btree ("loan_id","created_at","id");--> statement-breakpoint
CREATE INDEX "documents_loan" ON "documents" USING btree ("loan_id","uploaded_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "favorites_loan" ON "favorites" USING btree ("loan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_user_key" ON "idempotency_keys" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_commitment" ON "idempotency_keys" USING btree ("commitment_id");--> statement-breakpoint
CREATE INDEX "loans_newest" ON "loans" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "loans_status_newest" ON "loans" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "loans_type_newest" ON "loans" USING btree ("property_type","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "messages_loan" ON "messages" USING btree ("loan_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_user" ON "messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "notifications_user_newest" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_loan" ON "notifications" USING btree ("related_loan_id");--> statement-breakpoint
CREATE INDEX "notifications_related_user" ON "notifications" USING btree ("related_user_id");--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "photos_loan" ON "photos" USING btree ("loan_id","uploaded_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "photos_one_cover" ON "photos" USING btree ("loan_id") WHERE is_cover;--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree (("sess" ->> 'userId'));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");