-- Two-factor sign-in, and an audit trail whose entries and seals are only ever added.
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"person_id" uuid,
	"person_name" text,
	"loan_id" uuid,
	"loan_title" text,
	"object_id" uuid,
	"object_name" text,
	"before" json,
	"after" json,
	"address" text,
	"request_id" uuid,
	CONSTRAINT "audit_kind_known" CHECK ("audit"."kind" in ('signedIn', 'signInFailed', 'signedOut', 'sessionEnded', 'registered', 'passwordChanged', 'passwordResetRequested', 'resetLinkMade', 'passwordReset', 'twoFactorOn', 'twoFactorOff', 'recoveryCodesMade', 'recoveryCodeUsed', 'accountChanged', 'approved', 'approvalWithdrawn', 'roleChanged', 'deactivated', 'reactivated', 'accountDeleted', 'loanCreated', 'loanChanged', 'termsChanged', 'loanDeleted', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'commitmentReleased', 'centsPlaced', 'centsTakenBack', 'documentAdded', 'documentViewed', 'documentDownloaded', 'documentDeleted', 'photoAdded', 'photoChanged', 'photoDeleted', 'bookExported', 'auditExported'))
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_head_one_row" CHECK ("audit_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"number" bigint PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_seals_entry_key" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"entry_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_kind" ON "audit" USING btree ("kind","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_loan" ON "audit" USING btree ("loan_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_person" ON "audit" USING btree ("person_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
INSERT INTO "audit_head" ("id", "number", "hash") VALUES (1, 0, '');--> statement-breakpoint
-- Sessions now say where they were started, which those before can't: everybody signs in once more.
DELETE FROM "sessions";--> statement-breakpoint
-- Not even the program changes what is on record. Whoever owns the tables could take the right back,
-- which is what the chain of seals is for.
REVOKE UPDATE, DELETE, TRUNCATE ON "audit", "audit_seals" FROM CURRENT_USER;
