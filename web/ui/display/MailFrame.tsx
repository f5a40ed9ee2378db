interface MailFrameProps {
  /** The URL of the HTML. The response's content security policy blocks scripts. */
  src: string
  title: string
}

/**
 * Shows an email's HTML. The empty sandbox blocks scripts, forms, and links, and hides the email's height, so the frame
 * takes most of the window's. On phones it fills a parent that has a height. The email's dark rules follow the frame's
 * `color-scheme`, and so the theme.
 */
export const MailFrame = ({ src, title }: MailFrameProps) => (
  <iframe
    sandbox=""
    src={src}
    title={title}
    className="h-full min-h-[70dvh] w-full rounded-lg border bg-card md:h-[max(30rem,70dvh)]"
  />
)
