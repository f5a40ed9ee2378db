-- Holds mails as HTML, each person's choice of mails, visits of the desk, and profiles of import files.
CREATE TABLE "desk_visits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"previous_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_choices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"timing" text NOT NULL,
	"is_matching_only" boolean DEFAULT false NOT NULL,
	CONSTRAINT "mail_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "import_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"headers" jsonb NOT NULL,
	"choices" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_profiles_name" UNIQUE("kind","name"),
	CONSTRAINT "import_profiles_name_length" CHECK (char_length("import_profiles"."name") between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "desk_visits" ADD CONSTRAINT "desk_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_choices" ADD CONSTRAINT "mail_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;