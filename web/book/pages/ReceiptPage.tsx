import { ArrowLeft, Download, Printer } from 'lucide-react'
import type { SignedReceipt } from '#contract/book/receipts.ts'
import { saveFile } from '#web/files/save-file.ts'
import { ApiError, endpointQuery, errorMessage } from '#web/api/client.ts'
import { CopyLinkButton, DownloadPdfButton } from '#web/book/components/receipts/ReceiptButtons.tsx'
import { WholeReceipt } from '#web/book/components/receipts/WholeReceipt.tsx'
import { HelpLink } from '#web/help/HelpLink.tsx'
import { usePageTitle } from '#web/addresses/page-title.ts'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'

export function ReceiptPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(endpointQuery('getReceipt', { params: { id } }))
  const isMissing = error instanceof ApiError && error.status === 404
  const title = isMissing ? 'Receipt not found' : 'Receipt'
  usePageTitle(data ? `Receipt ${data.receipt.reference}` : title)
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4">
      <div className="print:hidden">
        <ButtonLink href={paths.commitments()} variant="ghost" size="s" className="-ml-2.5">
          <ArrowLeft aria-hidden="true" />
          My Commitments
        </ButtonLink>
      </div>
      {/* The heading isn't replaced after loading, because it has focus. */}
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
        <h1 className="text-title font-semibold tracking-tight">{title}</h1>
        {data && <Actions id={id} signed={data} />}
      </header>
      {data ? (
        <>
          <WholeReceipt signed={data} />
          <HowToVerify issuer={data.receipt.issuer} />
        </>
      ) : isMissing ? (
        <MissingReceipt />
      ) : error ? (
        <ErrorCard
          title="The receipt couldn't be loaded"
          message={errorMessage(error, error.message)}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <p role="status" className="text-muted-foreground">
            Loading...
          </p>
          <Skeleton className="h-120 rounded-xl" />
        </>
      )}
    </div>
  )
}

function Actions({ id, signed }: { id: string; signed: SignedReceipt }) {
  return (
    <div className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
      <DownloadPdfButton id={id} />
      <Button
        variant="outline"
        onClick={() => saveFile(`receipt-${signed.receipt.reference}.json`, jsonFile(signed))}
      >
        <Download aria-hidden="true" />
        Download JSON
      </Button>
      <CopyLinkButton path={paths.receipt(id)} />
      <Button variant="outline" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
    </div>
  )
}

const jsonFile = (signed: SignedReceipt) =>
  new Blob([`${JSON.stringify(signed, null, 2)}\n`], { type: 'application/json' })

function HowToVerify({ issuer }: { issuer: string }) {
  return (
    <section
      aria-labelledby="how-to-verify"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 print:hidden"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="how-to-verify" className="text-heading font-semibold">
          How to verify
        </h2>
        <p className="text-pretty text-muted-foreground">
          The PDF and the JSON file carry the signature of {issuer}. Anyone you send one to can
          check it, without an account. <HelpLink to="receipts">How receipts work</HelpLink>
        </p>
      </div>
      <ButtonLink href={paths.verify()} variant="outline">
        Verify a Receipt
      </ButtonLink>
    </section>
  )
}

const MissingReceipt = () => (
  <Card>
    <EmptyState
      kind="no-match"
      title="You have no receipt at this address"
      text="It may be another lender's, or the link is incomplete. Sign in with the account that made the commitment."
      action={<ButtonLink href={paths.commitments()}>My Commitments</ButtonLink>}
    />
  </Card>
)
