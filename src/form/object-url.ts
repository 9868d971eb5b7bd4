import { useEffect, useState } from 'react';

/** An address under which the page shows a file of the person's machine. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ file: Blob; url: string }>();
  useEffect(() => {
    if (file === undefined) return;
    const url = URL.createObjectURL(file);
    // The address is made outside of React, and has to be given back to where it came from.
    // oxlint-disable-next-line react/set-state-in-effect
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return made !== undefined && made.file === file ? made.url : undefined;
}
