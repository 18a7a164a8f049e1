/** Returns deploy/kubernetes.yaml with the image of this version, and the Job that migrates to it. */
export function nameImage(manifests: string, version: string): string {
  return manifests
    .replaceAll(/(?<=\bimage: booking-service:)\S+/g, version)
    .replace(/(?<=\bname: booking-service-migrate-)\S+/, version.replaceAll(/[^0-9a-z]/g, '-'));
}
