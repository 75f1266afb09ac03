/** Google’s letter, in the colour of the text beside it. */
export function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="icon" fill="currentColor" stroke="none" aria-hidden="true">
      <path d="M12.2 10.4v3.5h5c-.3 1.4-1.7 3.6-5 3.6a5.5 5.5 0 0 1 0-11c1.7 0 2.9.7 3.5 1.3l2.5-2.4A9 9 0 1 0 12.2 21c5.2 0 8.6-3.6 8.6-8.7 0-.7-.1-1.3-.2-1.9z" />
    </svg>
  );
}
