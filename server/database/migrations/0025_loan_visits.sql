-- Each person's last visit of each loan, from which the loan's page knows which documents are new to that person.
CREATE TABLE "loan_visits" (
	"user_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"previous_at" timestamp with time zone,
	CONSTRAINT "loan_visits_user_id_loan_id_pk" PRIMARY KEY("user_id","loan_id"),
	CONSTRAINT "loan_visits_in_order" CHECK ("loan_visits"."previous_at" < "loan_visits"."opened_at")
);
--> statement-breakpoint
ALTER TABLE "loan_visits" ADD CONSTRAINT "loan_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_visits" ADD CONSTRAINT "loan_visits_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loan_visits_loan" ON "loan_visits" USING btree ("loan_id");