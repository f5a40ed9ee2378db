-- Invitations to register, and the firm that a person works for. People are found by the domain of their address,
-- to show who else of a firm there is.
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"company_name" text,
	"note" text,
	"is_approved" boolean NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	CONSTRAINT "invitations_email_length" CHECK (length("invitations"."email") between 3 and 254),
	CONSTRAINT "invitations_company_name_length" CHECK (length("invitations"."company_name") between 1 and 200),
	CONSTRAINT "invitations_note_length" CHECK (length("invitations"."note") between 1 and 1000),
	CONSTRAINT "invitations_ended_once" CHECK ("invitations"."withdrawn_at" is null or "invitations"."accepted_at" is null)
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_kind_known";--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_topic_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "company_name" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree (lower("email")) WHERE withdrawn_at is null and accepted_at is null;--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "invitations_accepted_by" ON "invitations" USING btree ("accepted_by");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "users_email_domain" ON "users" USING btree (lower(substring(email from '[^@]*$')));--> statement-breakpoint
CREATE INDEX "mails_invitation" ON "mails" USING btree ("invitation_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_name_length" CHECK (length("users"."company_name") between 1 and 200) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_kind_known" CHECK ("audit"."kind" in ('signedIn', 'signInFailed', 'signedOut', 'sessionEnded', 'registered', 'passwordChanged', 'passwordResetRequested', 'resetLinkMade', 'passwordReset', 'twoFactorOn', 'twoFactorOff', 'recoveryCodesMade', 'recoveryCodeUsed', 'accountChanged', 'approved', 'approvalWithdrawn', 'roleChanged', 'deactivated', 'reactivated', 'accountDeleted', 'invited', 'invitationWithdrawn', 'loanCreated', 'loanChanged', 'termsChanged', 'loanPublished', 'loanUnpublished', 'loanDeleted', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'commitmentReleased', 'centsPlaced', 'centsTakenBack', 'receiptKeyReplaced', 'documentAdded', 'documentViewed', 'documentDownloaded', 'documentChanged', 'documentDeleted', 'photoAdded', 'photoChanged', 'photoDeleted', 'bookExported', 'auditExported', 'companyChanged')) NOT VALID;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_topic_known" CHECK ("changes"."topic" in ('loans', 'book', 'stats', 'favorites', 'savedFilters', 'documents', 'photos', 'messages', 'notifications', 'mails', 'users', 'sessions', 'invitations', 'company', 'audit')) NOT VALID;