import { Component, type ReactNode } from 'react'
import { ErrorCard } from './ErrorCard.tsx'

export interface ErrorBoundaryProps {
  title: string
  /** Called before the content is rendered again. If omitted, the user can only reload the page. */
  onTryAgain?: (() => void) | undefined
  /** Renders a replacement for the content. By default, only the card with the message is rendered. */
  fallback?: ((card: ReactNode) => ReactNode) | undefined
  children: ReactNode
}

interface State {
  failure: { error: unknown } | null
}

/** Catches errors while its content is downloaded or rendered. The rest of the page still works. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    console.error(this.props.title, error)
  }

  /** Retries a failed download when the browser is online again. */
  private readonly onOnline = () =>
    isImportFailure(this.state.failure?.error) && this.setState({ failure: null })

  override componentDidMount() {
    addEventListener('online', this.onOnline)
  }

  override componentWillUnmount() {
    removeEventListener('online', this.onOnline)
  }

  override render() {
    const { title, fallback = (card) => card, children } = this.props
    const { failure } = this.state
    if (!failure) return children
    return fallback(<ErrorCard title={title} {...this.remedy(failure.error)} />)
  }

  private remedy(error: unknown) {
    const { onTryAgain } = this.props
    const reload = { retryLabel: 'Reload Page', onRetry: () => location.reload() }
    if (isImportFailure(error))
      return {
        ...reload,
        message:
          "It couldn't be downloaded: you may be offline, or the app was just updated. Check your connection, then reload the page.",
      }
    if (!onTryAgain)
      return {
        ...reload,
        message: 'The cause is an error in the app. Reload the page to try again.',
      }
    return {
      message:
        "The cause is an error in the app. Try again; if that doesn't help, reload the page.",
      retryLabel: 'Try Again',
      onRetry: () => {
        onTryAgain()
        this.setState({ failure: null })
      },
    }
  }
}

/**
 * Returns true if a code download failed. Browsers have no error type for this, so the function matches the messages of
 * Chromium, Firefox, and Safari, and Vite's message for style sheets.
 */
export const isImportFailure = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
