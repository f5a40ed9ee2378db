-- A deal desk: limits of a lender's share, the originator's hold, the stage of the book, and commitments that lapse.
ALTER TABLE "loans" ADD COLUMN "hold_percentage" numeric(5,2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "book_stage" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "min_share" numeric(5,2);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "max_share" numeric(5,2);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "share_step" numeric(5,2) DEFAULT '0.01' NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_hold_range" CHECK ("loans"."hold_percentage" between 0 and "loans"."committed_percentage") NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_book_stage_known" CHECK ("loans"."book_stage" in ('open', 'offered', 'closed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_share_limits_range" CHECK ("loans"."min_share" > 0 and "loans"."min_share" <= 100 and "loans"."max_share" > 0 and "loans"."max_share" <= 100) NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_share_limits_in_order" CHECK ("loans"."min_share" <= "loans"."max_share") NOT VALID;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_share_step_known" CHECK ("loans"."share_step" in ('0.01', '0.05', '0.10', '0.25', '0.50', '1.00')) NOT VALID;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "is_hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "standing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_hold_binding" CHECK (not ("commitments"."is_hold" and "commitments"."is_soft_commit")) NOT VALID;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_lapse_known" CHECK (("commitments"."status" = 'lapsed') = ("commitments"."end_reason" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_end_reason_known" CHECK ("commitments"."end_reason" in ('notTakenUp', 'notConfirmed', 'bookClosed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "commitments" DROP CONSTRAINT "commitments_status_known";--> statement-breakpoint
ALTER TABLE "commitments" ADD CONSTRAINT "commitments_status_known" CHECK ("commitments"."status" in ('active', 'withdrawn', 'released', 'lapsed')) NOT VALID;
