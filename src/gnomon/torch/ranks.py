"""What ranks hold, brought together: bytes of uneven length as padded tensors, so that nothing that travels is code."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
import torch.distributed as dist

from ..errors import InputError

WHOLE, REFUSED = b"\x00", b"\x01"


def ranks() -> tuple[int, int]:
    """This rank and how many there are; one of one where nothing is distributed."""
    if dist.is_available() and dist.is_initialized():
        return dist.get_rank(), dist.get_world_size()
    return 0, 1


def to_tensor(data: bytes) -> Any:
    """Bytes as a tensor of uint8."""
    return torch.from_numpy(np.frombuffer(bytearray(data), np.uint8))


def to_bytes(tensor: Any) -> bytes:
    """The bytes of a tensor of uint8, wherever it is."""
    return bytes(tensor.detach().cpu().contiguous().numpy().tobytes())


def gathered(data: Any, process_group: object = None) -> list[Any]:
    """The tensors of uint8 of all ranks, in the order of the ranks."""
    device = torch.device("cuda", torch.cuda.current_device()) if dist.get_backend(process_group) == "nccl" else torch.device("cpu")
    world = dist.get_world_size(process_group)
    size = torch.tensor([data.numel()], dtype=torch.int64, device=device)
    sizes = [torch.zeros_like(size) for _ in range(world)]
    dist.all_gather(sizes, size, group=process_group)
    lengths = [int(one) for one in sizes]
    padded = torch.zeros(max(lengths), dtype=torch.uint8, device=device)
    padded[: data.numel()] = data.to(device)
    parts = [torch.empty_like(padded) for _ in range(world)]
    dist.all_gather(parts, padded, group=process_group)
    return [part[:length] for part, length in zip(parts, lengths, strict=True)]


def exchanged(make: Callable[[], bytes], gather: Callable[[Any], Sequence[Any]]) -> list[bytes]:
    """What every rank makes. A rank that cannot make it tells the others, which would wait for it for ever."""
    failure: Exception | None = None
    try:
        data = WHOLE + make()
    except Exception as reason:
        failure, data = reason, REFUSED + str(reason).encode()
    parts = [to_bytes(part) for part in gather(to_tensor(data))]
    if failure is not None:
        raise failure
    for rank, part in enumerate(parts):
        if part[:1] == REFUSED:
            raise InputError("torch.fault_on_rank", rank=rank, reason=part[1:].decode())
    return [part[1:] for part in parts]
