-- The tables of a database on which the first fifty migrations have run. A newer migration counts, even before a release.
CREATE FUNCTION "search_parts"("text" text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  letters text[] := string_to_array(lower("text"), NULL);
  parts text[] := letters;
BEGIN
  FOR place IN 2..cardinality(letters) LOOP
    parts := parts || (letters[place - 1] || letters[place]);
    IF place > 2 THEN
      parts := parts || (letters[place - 2] || letters[place - 1] || letters[place]);
    END IF;
  END LOOP;
  RETURN parts;
END
$$;--> statement-breakpoint
CREATE FUNCTION "searched_parts"("text" text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  letters text[] := string_to_array(lower("text"), NULL);
  parts text[] := '{}';
BEGIN
  IF cardinality(letters) < 2 THEN
    RETURN letters;
  END IF;
  IF cardinality(letters) = 2 THEN
    RETURN array[letters[1] || letters[2]];
  END IF;
  FOR place IN 3..cardinality(letters) LOOP
    parts := parts || (letters[place - 2] || letters[place - 1] || letters[place]);
  END LOOP;
  RETURN parts;
END
$$;--> statement-breakpoint
CREATE FUNCTION "state_of_address"("address" text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  with_zip text := regexp_replace("address" COLLATE "C",
    '(?:,\s*|\s+)(?:USA?|U\.S\.(?:A\.?)?|United States(?: of America)?)\s*$', '', 'i');
  up_to_state text := regexp_replace(with_zip COLLATE "C", ',?\s+\d{5}(?:-\d{4})?\s*$', '');
  letters text := upper(substring(up_to_state COLLATE "C" from CASE WHEN up_to_state = with_zip
    THEN '(?:,\s*|\s(?=[A-Z]{2}))([A-Za-z]{2})\s*$' ELSE '[\s,]([A-Za-z]{2})\s*$' END));
  words text;
  state text;
BEGIN
  IF letters IS NOT NULL THEN
    RETURN letters;
  END IF;
  -- The last three words, the last two, the last one. A pattern of all names takes a millisecond.
  words := btrim(substring(lower(right(up_to_state, 40) COLLATE "C")
    from '(?:^|[\s,])(?:[a-z]+ ){0,2}[a-z]+\s*$'), E' ,\t\n\r');
  WHILE state IS NULL AND words <> '' LOOP
    state := CASE words
      WHEN 'alabama' THEN 'AL' WHEN 'alaska' THEN 'AK' WHEN 'arizona' THEN 'AZ' WHEN 'arkansas' THEN 'AR'
      WHEN 'california' THEN 'CA' WHEN 'colorado' THEN 'CO' WHEN 'connecticut' THEN 'CT'
      WHEN 'delaware' THEN 'DE' WHEN 'florida' THEN 'FL' WHEN 'georgia' THEN 'GA' WHEN 'hawaii' THEN 'HI'
      WHEN 'idaho' THEN 'ID' WHEN 'illinois' THEN 'IL' WHEN 'indiana' THEN 'IN' WHEN 'iowa' THEN 'IA'
      WHEN 'kansas' THEN 'KS' WHEN 'kentucky' THEN 'KY' WHEN 'louisiana' THEN 'LA' WHEN 'maine' THEN 'ME'
      WHEN 'maryland' THEN 'MD' WHEN 'massachusetts' THEN 'MA' WHEN 'michigan' THEN 'MI'
      WHEN 'minnesota' THEN 'MN' WHEN 'mississippi' THEN 'MS' WHEN 'missouri' THEN 'MO' WHEN 'montana' THEN 'MT'
      WHEN 'nebraska' THEN 'NE' WHEN 'nevada' THEN 'NV' WHEN 'new hampshire' THEN 'NH'
      WHEN 'new jersey' THEN 'NJ' WHEN 'new mexico' THEN 'NM' WHEN 'new york' THEN 'NY'
      WHEN 'north carolina' THEN 'NC' WHEN 'north dakota' THEN 'ND' WHEN 'ohio' THEN 'OH'
      WHEN 'oklahoma' THEN 'OK' WHEN 'oregon' THEN 'OR' WHEN 'pennsylvania' THEN 'PA'
      WHEN 'rhode island' THEN 'RI' WHEN 'south carolina' THEN 'SC' WHEN 'south dakota' THEN 'SD'
      WHEN 'tennessee' THEN 'TN' WHEN 'texas' THEN 'TX' WHEN 'utah' THEN 'UT' WHEN 'vermont' THEN 'VT'
      WHEN 'virginia' THEN 'VA' WHEN 'washington' THEN 'WA' WHEN 'west virginia' THEN 'WV'
      WHEN 'wisconsin' THEN 'WI' WHEN 'wyoming' THEN 'WY' WHEN 'district of columbia' THEN 'DC'
      WHEN 'american samoa' THEN 'AS' WHEN 'guam' THEN 'GU' WHEN 'northern mariana islands' THEN 'MP'
      WHEN 'puerto rico' THEN 'PR' WHEN 'virgin islands' THEN 'VI'
      END;
    words := substr(words, nullif(strpos(words, ' '), 0) + 1);
  END LOOP;
  RETURN state;
END
$$;--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
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
	CONSTRAINT "invitations_name_length" CHECK (length("invitations"."name") between 1 and 201),
	CONSTRAINT "invitations_company_name_length" CHECK (length("invitations"."company_name") between 1 and 200),
	CONSTRAINT "invitations_note_length" CHECK (length("invitations"."note") between 1 and 1000),
	CONSTRAINT "invitations_ended_once" CHECK ("invitations"."withdrawn_at" is null or "invitations"."accepted_at" is null)
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"made_by" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp with time zone NOT NULL
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
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company_name" text,
	"profile_image_url" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"notify_by_email" boolean DEFAULT true NOT NULL,
	"deactivated_at" timestamp with time zone,
	"terms_version" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_length" CHECK (length("users"."email") between 3 and 254),
	CONSTRAINT "users_company_name_length" CHECK (length("users"."company_name") between 1 and 200),
	CONSTRAINT "users_first_name_length" CHECK (length("users"."first_name") between 1 and 100),
	CONSTRAINT "users_last_name_length" CHECK (length("users"."last_name") <= 100)
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
	CONSTRAINT "audit_kind_known" CHECK ("audit"."kind" in ('signedIn', 'signInFailed', 'signedOut', 'sessionEnded', 'registered', 'termsAccepted', 'passwordChanged', 'passwordResetRequested', 'resetLinkMade', 'passwordReset', 'twoFactorOn', 'twoFactorOff', 'recoveryCodesMade', 'recoveryCodeUsed', 'accountChanged', 'approved', 'approvalWithdrawn', 'roleChanged', 'deactivated', 'reactivated', 'accountDeleted', 'invited', 'invitationChanged', 'invitationWithdrawn', 'lendersImported', 'loanCreated', 'loansImported', 'loanChanged', 'termsChanged', 'loanPublished', 'loanUnpublished', 'loanDeleted', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'commitmentReleased', 'centsPlaced', 'centsTakenBack', 'receiptKeyReplaced', 'documentAdded', 'documentViewed', 'documentDownloaded', 'documentChanged', 'documentDeleted', 'photoAdded', 'photoChanged', 'photoDeleted', 'bookExported', 'auditExported', 'companyChanged', 'legalTextPublished', 'sampleRemoved'))
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_head_one_row" CHECK ("audit_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_names" (
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_loan" boolean NOT NULL,
	CONSTRAINT "audit_names_id_name_pk" PRIMARY KEY("id","name")
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"number" bigint PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"form" smallint DEFAULT 1 NOT NULL,
	CONSTRAINT "audit_seals_entry_key" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"entry_id" uuid PRIMARY KEY NOT NULL
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
	"recorded_by" uuid,
	"ended_at" timestamp with time zone,
	"released_by" uuid,
	"release_reason" text,
	"acted_by" uuid,
	"instructed_by" text,
	"instructed_on" date,
	CONSTRAINT "commitments_share_range" CHECK ("commitments"."percentage" > 0 and "commitments"."percentage" <= 100),
	CONSTRAINT "commitments_amount_range" CHECK ("commitments"."amount" >= 0 and "commitments"."amount" <> 'NaN'),
	CONSTRAINT "commitments_loan_amount_range" CHECK ("commitments"."loan_amount" > 0 and "commitments"."loan_amount" <> 'NaN'),
	CONSTRAINT "commitments_rate_range" CHECK ("commitments"."interest_rate" > 0 and "commitments"."interest_rate" <> 'NaN'),
	CONSTRAINT "commitments_term_range" CHECK ("commitments"."term" between 1 and 1200),
	CONSTRAINT "commitments_status_known" CHECK ("commitments"."status" in ('active', 'withdrawn', 'released')),
	CONSTRAINT "commitments_end_known" CHECK (("commitments"."status" = 'active') = ("commitments"."ended_at" is null)),
	CONSTRAINT "commitments_release_known" CHECK (("commitments"."status" = 'released') or ("commitments"."released_by" is null and "commitments"."release_reason" is null)),
	CONSTRAINT "commitments_instruction_known" CHECK (("commitments"."instructed_by" is null) = ("commitments"."instructed_on" is null) and case when "commitments"."acted_by" is null then "commitments"."instructed_by" is null else "commitments"."instructed_by" is not null or "commitments"."status" = 'withdrawn' end),
	CONSTRAINT "commitments_instruction_length" CHECK (length("commitments"."instructed_by") between 1 and 200),
	CONSTRAINT "commitments_reason_length" CHECK (length("commitments"."release_reason") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"topic" text NOT NULL,
	"subject" uuid,
	"audience" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "changes_topic_known" CHECK ("changes"."topic" in ('loans', 'book', 'stats', 'favorites', 'savedFilters', 'documents', 'photos', 'messages', 'notifications', 'mails', 'users', 'sessions', 'invitations', 'company', 'audit'))
);
--> statement-breakpoint
CREATE TABLE "discarded_files" (
	"path" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"file_type" text NOT NULL,
	"file_url" text NOT NULL,
	"group" text,
	"size_bytes" integer,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"batch_id" uuid,
	CONSTRAINT "documents_file_url_key" UNIQUE("file_url"),
	CONSTRAINT "documents_group_known" CHECK ("documents"."group" in ('termSheet', 'appraisal', 'financials', 'environmental', 'legal', 'other')),
	CONSTRAINT "documents_size_positive" CHECK ("documents"."size_bytes" > 0),
	CONSTRAINT "documents_filename_length" CHECK (length("documents"."filename") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"file_url" text NOT NULL,
	"content_type" text NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"is_cover" boolean DEFAULT false NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photos_file_url_key" UNIQUE("file_url"),
	CONSTRAINT "photos_filename_length" CHECK (length("photos"."filename") between 1 and 200),
	CONSTRAINT "photos_caption_length" CHECK (length("photos"."caption") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"path" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"content_type" text,
	"size_bytes" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "uploads_size_range" CHECK ("uploads"."size_bytes" between 1 and 52428800)
);
--> statement-breakpoint
CREATE TABLE "exposure_changes" (
	"lender_id" uuid,
	"state" text,
	"maturity" integer,
	"rate" integer NOT NULL,
	"binding_amount" numeric NOT NULL,
	"soft_amount" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exposure_of_lenders" (
	"lender_id" uuid PRIMARY KEY NOT NULL,
	"amount" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exposure_sums" (
	"kind" text NOT NULL,
	"key" text,
	"amount" numeric NOT NULL,
	CONSTRAINT "exposure_sums_key" UNIQUE NULLS NOT DISTINCT("kind","key")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"request_hash" text NOT NULL,
	"result_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_key_length" CHECK (length("idempotency_keys"."key") between 1 and 200)
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
CREATE TABLE "loan_availability" (
	"loan_id" uuid PRIMARY KEY NOT NULL,
	"available" numeric(5,2) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"soft_percentage" numeric(9,2) DEFAULT '0' NOT NULL,
	"soft_amount" numeric DEFAULT '0' NOT NULL,
	"binding_amount" numeric DEFAULT '0' NOT NULL,
	"uncommitted" numeric DEFAULT '0' NOT NULL,
	"is_offered" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"moved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "loan_figures" (
	"status" text NOT NULL,
	"property_type" text,
	"loans" integer NOT NULL,
	"amount" numeric NOT NULL,
	"committed_amount" numeric DEFAULT '0' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_visits" (
	"user_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"previous_at" timestamp with time zone,
	CONSTRAINT "loan_visits_user_id_loan_id_pk" PRIMARY KEY("user_id","loan_id"),
	CONSTRAINT "loan_visits_in_order" CHECK ("loan_visits"."previous_at" < "loan_visits"."opened_at")
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
	"funded_on" date,
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
	"is_draft" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "loans_amount_range" CHECK ("loans"."amount" > 0 and "loans"."amount" <> 'NaN'),
	CONSTRAINT "loans_rate_range" CHECK ("loans"."interest_rate" > 0 and "loans"."interest_rate" <> 'NaN'),
	CONSTRAINT "loans_term_range" CHECK ("loans"."term" between 1 and 1200),
	CONSTRAINT "loans_version_range" CHECK ("loans"."version" >= 1),
	CONSTRAINT "loans_funded_on_range" CHECK ("loans"."funded_on" >= '1900-01-01'),
	CONSTRAINT "loans_status_known" CHECK ("loans"."status" in ('Processing', 'Underwriting', 'open', 'Closing', 'funded')),
	CONSTRAINT "loans_title_length" CHECK (length("loans"."title") between 1 and 200),
	CONSTRAINT "loans_borrower_length" CHECK (length("loans"."borrower_name") between 1 and 100),
	CONSTRAINT "loans_ltv_range" CHECK ("loans"."ltv" >= 0 and "loans"."ltv" <> 'NaN'),
	CONSTRAINT "loans_fee_range" CHECK ("loans"."origination_fee" >= 0 and "loans"."origination_fee" <> 'NaN'),
	CONSTRAINT "loans_reserve_range" CHECK ("loans"."interest_reserve" >= 0 and "loans"."interest_reserve" <> 'NaN'),
	CONSTRAINT "loans_as_is_range" CHECK ("loans"."as_is_value" > 0 and "loans"."as_is_value" <> 'NaN'),
	CONSTRAINT "loans_as_complete_range" CHECK ("loans"."as_complete_value" > 0 and "loans"."as_complete_value" <> 'NaN'),
	CONSTRAINT "loans_never_beyond_whole" CHECK ("loans"."committed_percentage" between 0 and 100),
	CONSTRAINT "loans_draft_uncommitted" CHECK (not "loans"."is_draft" or ("loans"."committed_percentage" = 0 and "loans"."soft_percentage" = 0)),
	CONSTRAINT "loans_soft_not_negative" CHECK ("loans"."soft_percentage" >= 0 and "loans"."soft_percentage" <> 'NaN'),
	CONSTRAINT "loans_committed_amount_not_negative" CHECK ("loans"."committed_amount" >= 0 and "loans"."committed_amount" <> 'NaN')
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_notifying" boolean DEFAULT false NOT NULL,
	"search" text,
	"status" text,
	"property_type" text,
	"location" text,
	"ltv_max" numeric(5,2),
	"rate_min" numeric(5,2),
	"amount_min" numeric(15,2),
	"amount_max" numeric(15,2),
	"favorites" boolean DEFAULT false NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_filters_name_length" CHECK (length("saved_filters"."name") between 1 and 60),
	CONSTRAINT "saved_filters_status_known" CHECK ("saved_filters"."status" in ('open', 'funded'))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid,
	"message" text NOT NULL,
	"from_admin" boolean NOT NULL,
	"is_answered" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_length" CHECK (length("messages"."message") between 1 and 5000),
	CONSTRAINT "messages_only_admins_address" CHECK ("messages"."from_admin" or "messages"."recipient_id" is null)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"user_id" uuid,
	"kind" text,
	"invitation_id" uuid,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"return_to" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"transport" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	CONSTRAINT "mails_transport_known" CHECK ("mails"."transport" in ('smtp', 'folder')),
	CONSTRAINT "mails_attempts_range" CHECK ("mails"."attempts" >= 0),
	CONSTRAINT "mails_return_to_length" CHECK (char_length("mails"."return_to") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"related_loan_id" uuid,
	"related_user_id" uuid,
	"receipt_id" uuid,
	"batch_id" uuid,
	"message" text NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"mail_handled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_type_known" CHECK ("notifications"."type" in ('registration', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'question', 'loanFullyCommitted', 'approved', 'newLoan', 'documentAdded', 'reply', 'announcement', 'termsChanged', 'receipt', 'commitmentRecorded', 'commitmentReleased', 'loanRemoved', 'accountSecurity'))
);
--> statement-breakpoint
CREATE TABLE "receipt_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "receipt_keys_private_until_replaced" CHECK (("receipt_keys"."private_key" is null) = ("receipt_keys"."replaced_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"address" text,
	"website" text,
	"network_url" text,
	"logo_url" text,
	"approval_time" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_one_row" CHECK ("company"."is_only")
);
--> statement-breakpoint
CREATE TABLE "last_backup" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "last_backup_one_row" CHECK ("last_backup"."is_only")
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"version" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"asks_again" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "legal_texts_version_positive" CHECK ("legal_texts"."version" > 0),
	CONSTRAINT "legal_texts_kind_known" CHECK ("legal_texts"."kind" in ('terms', 'privacy')),
	CONSTRAINT "legal_texts_length" CHECK (length("legal_texts"."text") between 1 and 50000)
);
--> statement-breakpoint
CREATE TABLE "setup" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"works_without_email" boolean DEFAULT false NOT NULL,
	CONSTRAINT "setup_one_row" CHECK ("setup"."is_only")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_lender_id_users_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_acted_by_users_id_fk" FOREIGN KEY ("acted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_availability" ADD CONSTRAINT "loan_availability_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_visits" ADD CONSTRAINT "loan_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_visits" ADD CONSTRAINT "loan_visits_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_related_loan_id_loans_id_fk" FOREIGN KEY ("related_loan_id") REFERENCES "public"."loans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_related_user_id_users_id_fk" FOREIGN KEY ("related_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_texts" ADD CONSTRAINT "legal_texts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_account" ON "attempts" USING btree ("kind","account","created_at");--> statement-breakpoint
CREATE INDEX "attempts_address" ON "attempts" USING btree ("kind","address","created_at");--> statement-breakpoint
CREATE INDEX "attempts_created" ON "attempts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree (lower("email")) WHERE withdrawn_at is null and accepted_at is null;--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "invitations_accepted_by" ON "invitations" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_made_by" ON "password_resets" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree (("sess" ->> 'userId'));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_administrators" ON "users" USING btree ("id") WHERE is_admin;--> statement-breakpoint
CREATE INDEX "users_lenders" ON "users" USING btree ("id") WHERE is_approved and not is_admin and deactivated_at is null;--> statement-breakpoint
CREATE INDEX "users_pending" ON "users" USING btree ("created_at","id") WHERE not is_approved and not is_admin and deactivated_at is null;--> statement-breakpoint
CREATE INDEX "users_lenders_by_name" ON "users" USING btree (lower("first_name"),lower("last_name"),"id") WHERE is_approved and not is_admin and deactivated_at is null;--> statement-breakpoint
CREATE INDEX "users_email_domain" ON "users" USING btree (lower(substring(email from '[^@]*$')));--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (search_parts("first_name" || chr(10) || "last_name" || chr(10) || "email" || chr(10) || coalesce("company_name", ''))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"actor_id","person_id");--> statement-breakpoint
CREATE INDEX "audit_newest_but_sign_ins" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"actor_id","person_id") WHERE kind not in ('signedIn', 'signInFailed', 'signedOut', 'sessionEnded');--> statement-breakpoint
CREATE INDEX "audit_kind" ON "audit" USING btree ("kind","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_loan" ON "audit" USING btree ("loan_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_person" ON "audit" USING btree ("person_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_readings" ON "audit" USING btree ("loan_id","actor_id","object_id","at") WHERE kind in ('documentViewed', 'documentDownloaded');--> statement-breakpoint
CREATE INDEX "audit_readings_by" ON "audit" USING btree ("actor_id","object_id","at") WHERE kind in ('documentViewed', 'documentDownloaded');--> statement-breakpoint
CREATE INDEX "audit_moved_amounts" ON "audit" USING btree ("loan_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE kind in ('termsChanged', 'centsPlaced', 'centsTakenBack');--> statement-breakpoint
CREATE INDEX "audit_sign_ins" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST) WHERE kind = 'signedIn';--> statement-breakpoint
CREATE INDEX "audit_names_search" ON "audit_names" USING gin (search_parts("name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "commitments_lender_newest" ON "commitments" USING btree ("lender_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","is_soft_commit");--> statement-breakpoint
CREATE INDEX "commitments_loan" ON "commitments" USING btree ("loan_id","created_at","id");--> statement-breakpoint
CREATE INDEX "commitments_soft" ON "commitments" USING btree ("created_at","id") WHERE status = 'active' and is_soft_commit;--> statement-breakpoint
CREATE INDEX "commitments_recorded_by" ON "commitments" USING btree ("recorded_by");--> statement-breakpoint
CREATE INDEX "commitments_released_by" ON "commitments" USING btree ("released_by");--> statement-breakpoint
CREATE INDEX "commitments_acted_by" ON "commitments" USING btree ("acted_by");--> statement-breakpoint
CREATE INDEX "changes_oldest" ON "changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "documents_loan" ON "documents" USING btree ("loan_id","uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin (search_parts("filename")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "photos_loan" ON "photos" USING btree ("loan_id","uploaded_at","id");--> statement-breakpoint
CREATE INDEX "photos_newest" ON "photos" USING btree ("uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "photos_search" ON "photos" USING gin (search_parts("filename" || chr(10) || "caption")) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "photos_one_cover" ON "photos" USING btree ("loan_id") WHERE is_cover;--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exposure_of_lenders_largest" ON "exposure_of_lenders" USING btree ("amount" DESC NULLS FIRST,"lender_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_user_key" ON "idempotency_keys" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "favorites_loan" ON "favorites" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_order" ON "loan_availability" USING btree ("available","created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_uncommitted" ON "loan_availability" USING btree ("is_offered","uncommitted","created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_binding" ON "loan_availability" USING btree ("is_offered","binding_amount","created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_soft" ON "loan_availability" USING btree ("is_offered","soft_amount","created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_interest" ON "loan_availability" USING btree ("is_offered",("soft_percentage" - "available"),"created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_published" ON "loan_availability" USING btree ("is_offered","published_at","created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_availability_moved" ON "loan_availability" USING btree ("is_offered",coalesce("moved_at", '-infinity'::timestamp with time zone),"created_at","loan_id");--> statement-breakpoint
CREATE INDEX "loan_visits_loan" ON "loan_visits" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "loans_newest" ON "loans" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_status_newest" ON "loans" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_type_newest" ON "loans" USING btree ("property_type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_search" ON "loans" USING gin (search_parts("title" || chr(10) || "borrower_name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "loans_location" ON "loans" USING gin (search_parts("property_address")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "loans_in_state_newest" ON "loans" USING btree (
  coalesce(substring(right("property_address", 24) from '[\s,](?!US)([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$'), state_of_address("property_address")),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_state_status" ON "loans" USING btree (
  coalesce(substring(right("property_address", 24) from '[\s,](?!US)([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$'), state_of_address("property_address")),"status");--> statement-breakpoint
CREATE INDEX "loans_without_state" ON "loans" USING btree ((coalesce(
  coalesce(substring(right("property_address", 24) from '[\s,](?!US)([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$'), state_of_address("property_address")), '') not in ('AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'DC', 'AS', 'GU', 'MP', 'PR', 'VI')),"status");--> statement-breakpoint
CREATE INDEX "loans_type_status" ON "loans" USING btree ("property_type","status");--> statement-breakpoint
CREATE INDEX "loans_status_rate" ON "loans" USING btree ("status","interest_rate");--> statement-breakpoint
CREATE INDEX "loans_maturity" ON "loans" USING btree ((extract(year from "funded_on" + make_interval(months => "term"))::int)) WHERE status = 'funded';--> statement-breakpoint
CREATE INDEX "loans_amount" ON "loans" USING btree ("amount","created_at","id");--> statement-breakpoint
CREATE INDEX "loans_rate" ON "loans" USING btree ("interest_rate","created_at","id");--> statement-breakpoint
CREATE INDEX "loans_term" ON "loans" USING btree ("term","created_at","id");--> statement-breakpoint
CREATE INDEX "loans_title" ON "loans" USING btree (lower("title") collate "C","created_at","id");--> statement-breakpoint
CREATE INDEX "loans_lowest_ltv" ON "loans" USING btree (coalesce("ltv", 1000),"created_at","id");--> statement-breakpoint
CREATE INDEX "loans_highest_ltv" ON "loans" USING btree (coalesce("ltv", -1),"created_at","id");--> statement-breakpoint
CREATE INDEX "loans_drafts" ON "loans" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_draft;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name_key" ON "saved_filters" USING btree ("user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "messages_loan" ON "messages" USING btree ("loan_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_user" ON "messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "messages_asked" ON "messages" USING btree ("user_id","created_at" DESC NULLS FIRST,"id","is_answered") WHERE not from_admin;--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "messages_unanswered" ON "messages" USING btree ("created_at","id") WHERE not from_admin and not is_answered;--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_invitation" ON "mails" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "mails_of_a_kind" ON "mails" USING btree ("user_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "mails_left" ON "mails" USING btree ("transport","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_unmailed" ON "notifications" USING btree ("user_id","type","created_at") WHERE mail_handled_at is null;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not is_read;--> statement-breakpoint
CREATE INDEX "notifications_user_newest" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_read" ON "notifications" USING btree ("created_at") WHERE is_read;--> statement-breakpoint
CREATE INDEX "notifications_loan" ON "notifications" USING btree ("related_loan_id");--> statement-breakpoint
CREATE INDEX "notifications_related_user" ON "notifications" USING btree ("related_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_keys_one_signs" ON "receipt_keys" USING btree ((replaced_at is null)) WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "legal_texts_created_by" ON "legal_texts" USING btree ("created_by");--> statement-breakpoint
INSERT INTO "audit_head" ("id", "number", "hash") VALUES (1, 0, '');--> statement-breakpoint
-- Not even the program changes the trail. The owner of the tables could grant itself the right again, which is why
-- entries are sealed.
REVOKE UPDATE, DELETE, TRUNCATE ON "audit", "audit_seals", "audit_names" FROM CURRENT_USER;
