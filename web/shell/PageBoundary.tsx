import { Component, type ReactNode } from 'react'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'

/**
 * Keeps the frame standing when a page breaks: most often its code could not be loaded, because the
 * connection failed or a newer version of the program has replaced it. Loading again mends both.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('The page could not be shown', error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorCard
        title="This page could not be shown"
        message="Please check your connection and load the page again."
        onRetry={() => location.reload()}
        className="m-4"
      />
    )
  }
}
