"""One async function per use case. They know the store, the ports and the domain, never an adapter."""
