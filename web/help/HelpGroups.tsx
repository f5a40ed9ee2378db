import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import type { HelpGroup } from './help-text.ts'

export function HelpGroups({ groups }: { groups: readonly HelpGroup[] }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[10rem_minmax(0,1fr)]">
      <nav aria-label="Topics" className="sticky top-18 max-lg:hidden print:hidden">
        <ul role="list" className="grid gap-1.5">
          {groups.map(({ title }) => (
            <li key={title}>
              <a
                href={`#${idOf(title)}`}
                className="text-muted-foreground hover:text-foreground hover:underline"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-5">
        {groups.map(({ title, texts }) => (
          <Card key={title} as="section">
            <CardHeader>
              <CardTitle
                id={idOf(title)}
                tabIndex={-1}
                className="scroll-mt-22 outline-none focus:text-primary"
              >
                {title}
              </CardTitle>
            </CardHeader>
            <CardContent className="grid gap-5">
              {texts.map((text) => (
                <article key={text.id} className="grid max-w-prose gap-1.5">
                  <h3
                    id={text.id}
                    tabIndex={-1}
                    className="scroll-mt-18 font-semibold outline-none focus:text-primary"
                  >
                    {text.title}
                  </h3>
                  {text.paragraphs.map((paragraph) => (
                    <p key={paragraph} className="text-pretty text-muted-foreground">
                      {paragraph}
                    </p>
                  ))}
                </article>
              ))}
            </CardContent>
          </Card>
        ))}
      </div>
    </div>
  )
}

const idOf = (title: string) => `topic-${title.toLowerCase().replaceAll(' ', '-')}`
