import type { ReactNode } from 'react'

export interface LegalSection {
  title: string
  paragraphs: ReactNode[]
}

/** A long text in numbered sections. */
export function LegalText({
  title,
  effective,
  sections,
}: {
  title: string
  /** The effective date of this version: "November 1, 2026". */
  effective: string
  sections: LegalSection[]
}) {
  return (
    <article className="mx-auto max-w-2xl py-4 md:py-8">
      <h1 className="text-title font-semibold tracking-tight">{title}</h1>
      <p className="mt-1 text-muted-foreground">In effect since {effective}</p>
      {sections.map((section, index) => (
        <section key={section.title} className="mt-8">
          <h2 className="text-heading font-semibold">
            {index + 1}. {section.title}
          </h2>
          {section.paragraphs.map((paragraph, place) => (
            <p key={place} className="mt-2 text-[0.9375rem] leading-relaxed text-pretty">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  )
}
