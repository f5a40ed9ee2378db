import { cx } from '#web/ui/cx.ts'
import { page, sectionTitle } from './looks.ts'

const properties = [
  { kind: 'Office', picture: '/art/property-office.svg' },
  { kind: 'Industrial', picture: '/art/property-logistics.svg' },
  { kind: 'Mixed use', picture: '/art/property-mixed-use.svg' },
]

export function Properties() {
  return (
    <section aria-label="Kinds of property" className={cx(page, 'pt-16 lg:pt-20')}>
      <ul className="grid gap-4 sm:grid-cols-3">
        {properties.map(({ kind, picture }) => (
          <PropertyType key={kind} name={kind} picture={picture} />
        ))}
      </ul>
    </section>
  )
}

/**
 * The server repeats this section's item for each type. If no loan is open, it removes the section and keeps
 * `Properties`.
 */
export function OpenTypes() {
  return (
    <>
      {'{{types}}'}
      <section aria-labelledby="types" className={cx(page, 'pt-16 lg:pt-20')}>
        <h2 id="types" className={sectionTitle}>
          Open today
        </h2>
        <ul className="mt-8 grid gap-4 sm:grid-cols-3">
          {'{{type}}'}
          <PropertyType name="%TYPE_NAME%" facts="%TYPE_FACTS%" picture="%TYPE_PICTURE%" />
          {'{{/type}}'}
        </ul>
        {'{{rest}}'}
        <p className="mt-6 border-t pt-4 text-muted-foreground">Also open: %OPEN_REST%</p>
        {'{{/rest}}'}
      </section>
      {'{{/types}}'}
    </>
  )
}

function PropertyType({ name, facts, picture }: { name: string; facts?: string; picture: string }) {
  return (
    <li>
      <img
        src={picture}
        alt=""
        width="800"
        height="450"
        loading="lazy"
        className="aspect-video w-full rounded-xl object-cover"
      />
      {facts ? (
        <>
          <p className="mt-3 text-lg font-semibold tracking-tight wrap-anywhere">{name}</p>
          <p className="text-muted-foreground tabular-nums">{facts}</p>
        </>
      ) : (
        <p className="mt-2 text-muted-foreground">{name}</p>
      )}
    </li>
  )
}
