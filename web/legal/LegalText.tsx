import { parseLegalText } from '#domain/settings/legal-texts.ts'

export function LegalText({ text, level }: { text: string; level: 1 | 2 | 3 }) {
  const Heading = headings[level]
  let number = 0
  return parseLegalText(text).map(({ title, paragraphs }, index) => (
    <section key={index} className="mt-8">
      {title !== null && (
        <Heading className="text-heading font-semibold">
          {(number += 1)}. {title}
        </Heading>
      )}
      {paragraphs.map((paragraph, place) => (
        <p key={place} className="mt-2 text-[0.9375rem] leading-relaxed text-pretty wrap-anywhere">
          {paragraph}
        </p>
      ))}
    </section>
  ))
}

const headings = { 1: 'h2', 2: 'h3', 3: 'h4' } as const
