import { isLender } from '#domain/access.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { plainPageAt } from '#contract/pages.ts'
import { textLimits } from '#domain/texts.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { useExport } from '#web/files/use-export.ts'
import { useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/Button.tsx'
import { SpinnerRing } from '#web/ui/display/Spinner.tsx'
import { highlighted, stepFrom, type Highlight } from '#web/ui/fields/Combobox.tsx'
import { CloseButton } from '#web/ui/overlays/CloseButton.tsx'
import { overlayClass } from '#web/ui/overlays/overlay.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { Content, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  fieldClass,
  fieldIcon,
  fieldRow,
  focusField,
  palettePlace,
  placeholder,
  type PaletteProps,
} from './OpeningPalette.tsx'
import { exportsFor } from './export-items.ts'
import { actsFor, groupsFor, pagesFor, type PaletteGroup } from './palette-items.ts'
import { PaletteList, type Option } from './PaletteList.tsx'
import { keepRecent, readRecent } from './recent.ts'

/** Searches loans, documents, people, pages, and actions, and opens the chosen one (ARIA's combobox pattern). */
export function Palette({ typed, onType, isEntered, opener, onClose }: PaletteProps) {
  // After navigation, the new page or dialog takes the focus.
  const hasLeft = useRef(false)
  const { user } = useSession()
  const open = useOpenItem()
  const { save } = useExport()
  const [highlight, setHighlight] = useState<Highlight>('typed')
  const isAwaited = useRef(isEntered)
  const listId = useId()
  const found = useFound(typed)
  const options = optionsOf(found.groups, listId)
  const active = highlighted(options, highlight)

  function choose({ item }: Option) {
    if ('fetchFile' in item) void save(item.fetchFile)
    else {
      if (user && item.kind !== 'act') keepRecent(user.id, item)
      hasLeft.current = open(item.href)
    }
    onClose()
  }
  function move(step: 1 | -1) {
    const option = stepFrom(options, active, step)
    if (!option) return
    setHighlight({ id: option.id })
    document.getElementById(option.id)?.scrollIntoView({ block: 'nearest' })
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      move(key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'Enter') {
      event.preventDefault()
      // If the user presses Enter right after typing, the best match opens once the server has responded.
      if (found.isPending && highlight === 'typed') isAwaited.current = true
      else if (active) choose(active)
    }
  }
  const openAwaited = useEffectEvent(() => {
    if (isAwaited.current && active) choose(active)
    isAwaited.current = false
  })
  useEffect(() => {
    if (!found.isPending) openAwaited()
  }, [found.isPending])

  return (
    <Root open onOpenChange={onClose}>
      <Portal>
        <Overlay className={overlayClass} />
        <Content
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (hasLeft.current) return
            const isThere = opener instanceof HTMLElement && opener.isConnected
            const target = isThere ? opener : document.getElementById('main')
            target?.focus({ preventScroll: true })
          }}
          aria-describedby={undefined}
          className={cx(
            'z-50 flex flex-col bg-popover text-popover-foreground outline-none data-[state=open]:animate-pop-in md:max-h-[70vh]',
            palettePlace,
          )}
        >
          <Title className="sr-only">Search or Jump To</Title>
          <div className={fieldRow}>
            <Search aria-hidden="true" className={fieldIcon} />
            <input
              ref={focusField}
              role="combobox"
              aria-label="Search or jump to"
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active?.id}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              placeholder={placeholder}
              maxLength={textLimits.search}
              value={typed}
              onChange={({ target }) => {
                onType(target.value)
                setHighlight('typed')
                isAwaited.current = false
              }}
              onKeyDown={onKeyDown}
              className={fieldClass}
            />
            {found.isPending && <SpinnerRing />}
          </div>
          <PaletteList
            id={listId}
            groups={found.groups}
            options={options}
            active={active}
            onPoint={({ id }) => setHighlight({ id })}
            onChoose={choose}
          />
          {found.error && (
            <div className="flex items-center justify-between gap-3 border-t px-4 py-2.5">
              <p role="alert">{errorMessage(found.error, "The search didn't work.")}</p>
              <Button variant="outline" size="s" onClick={found.retry}>
                Try Again
              </Button>
            </div>
          )}
          <p
            role="status"
            className={
              options.length === 0 && !found.error
                ? 'px-4 py-6 text-center text-muted-foreground'
                : 'sr-only'
            }
          >
            {describe(found, options.length)}
          </p>
          <p
            aria-hidden="true"
            className="border-t px-4 py-2 text-xs text-muted-foreground max-md:hidden"
          >
            ↑ ↓ to move · Enter to {active && 'fetchFile' in active.item ? 'save' : 'open'} · Esc to
            close
          </p>
          <CloseButton className="top-2 right-2" />
        </Content>
      </Portal>
    </Root>
  )
}

const optionsOf = (groups: readonly PaletteGroup[], listId: string): Option[] =>
  groups.flatMap(({ name, items }) =>
    items.map((item, index) => ({ id: `${listId}-${name}-${index}`, item })),
  )

interface Found {
  groups: PaletteGroup[]
  text: string
  isPending: boolean
  error: Error | null
  retry: () => void
}

function describe({ text, isPending, error }: Found, count: number): string {
  if (error) return ''
  if (count > 0) return text && !isPending ? `${count} ${count === 1 ? 'result' : 'results'}` : ''
  return isPending ? 'Searching…' : `Nothing matches “${text}”.`
}

function useFound(typed: string): Found {
  const { user, isAdmin } = useSession()
  const place = usePlace()
  const text = typed.trim()
  const query = useQuery({
    ...endpointQuery('search', { query: { q: text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pages = pagesFor(isAdmin)
  const acts = actsFor(place)
  const recent = user ? readRecent(user.id) : []
  const groups =
    text === ''
      ? [
          { name: 'Recent', items: recent },
          { name: 'Acts', items: acts },
          { name: 'Pages', items: pages },
        ].filter(({ items }) => items.length > 0)
      : groupsFor(text, query.error ? undefined : query.data, {
          pages,
          acts: [...acts, ...exportsFor(place)],
        })
  return {
    groups,
    text,
    isPending: text !== '' && query.isFetching,
    error: text === '' || query.isFetching ? null : query.error,
    retry: () => void query.refetch(),
  }
}

function usePlace() {
  const { isAdmin, role } = useSession()
  const [pathname] = useLocation()
  const search = useSearch()
  const client = useQueryClient()
  const at = plainPageAt(pathname)
  const hasLoan = at?.page === 'loan' || at?.page === 'book'
  const { queryKey } = endpointQuery('getLoan', { params: { id: at?.id ?? '' } })
  const loan = hasLoan ? client.getQueryData<Loan>(queryKey) : undefined
  return {
    address: search ? `${pathname}?${search}` : pathname,
    isAdmin,
    isApproved: isAdmin || isLender(role),
    loan,
  }
}

/** Navigates to the URL. Returns false if the page already shows it. */
function useOpenItem() {
  const [pathname, navigate] = useLocation()
  const search = useSearch()
  return (href: string) => {
    const here = search ? `${pathname}?${search}` : pathname
    if (href === here) return false
    // Opening a dialog on the current page adds no history entry.
    navigate(href, { replace: href.startsWith(`${here}#`) })
    return true
  }
}
